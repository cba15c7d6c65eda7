import { readdirSync } from 'node:fs'

/** Every address of the app whose people are signed in, as its routes are named. */
export const signedInRoutes = readdirSync('src/routes/_signedIn', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => `/${file.replace(/\.tsx$/, '').replace(/\/?index$/, '')}`)

/** The address of a route, with the id of a record for each `$name` that it has. Throws for a name that has none. */
export const addressOf = (route: string, records: Readonly<Record<string, string>>): string =>
  route.replaceAll(/\$\w+/g, (name) => {
    const id = records[name]
    if (id === undefined) throw new Error(`No record for ${name} of ${route}`)
    return id
  })
