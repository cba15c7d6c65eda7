import { type Command, type Given, misused, wordsOf } from './command'

const help = `Usage: offerdesk user make EMAIL --name NAME --organization NAME
       offerdesk user password EMAIL
       offerdesk user disable EMAIL
       offerdesk user enable EMAIL

make      makes an account, and an organization that it owns: the first of a new database
password  sets another password, and signs the person out everywhere
disable   keeps the person out of everything, at once and on every device, until they are enabled again
enable    lets them in again

A password is typed, or read from standard input: it has 8 characters at least, and must not be easy to guess.
The embedded database is open to one program alone, so stop its server before.
`

const emailOf = (given: Given): string => wordsOf('user', given, 'what to do', 'EMAIL')[1]

type Way = (given: Given) => Promise<string>

const ways: Readonly<Record<string, Way>> = {
  make: async (given) => {
    const email = emailOf(given)
    const { name, organization } = given.options
    if (name === undefined) throw misused('user', '--name is missing')
    if (organization === undefined) throw misused('user', '--organization is missing')
    const { makeOwner } = await import('./accounts')
    return makeOwner({ email, name, organizationName: organization })
  },
  password: async (given) => {
    const email = emailOf(given)
    const { changeAccount, setPassword } = await import('./accounts')
    return changeAccount(email, setPassword)
  },
  disable: async (given) => {
    const email = emailOf(given)
    const { changeAccount, disable } = await import('./accounts')
    return changeAccount(email, disable)
  },
  enable: async (given) => {
    const email = emailOf(given)
    const { changeAccount, enable } = await import('./accounts')
    return changeAccount(email, enable)
  },
}

export const user: Command = {
  help,
  options: { name: 'NAME', organization: 'NAME' },
  run: async (given) => {
    const [what = ''] = given.words
    const way = Object.hasOwn(ways, what) ? ways[what] : undefined
    if (way === undefined) throw misused('user', what === '' ? 'nothing to do' : `there is no user ${what}`)
    if (what !== 'make' && Object.keys(given.options).length > 0) throw misused('user', `${what} takes no options`)
    process.stdout.write(`${await way(given)}\n`)
    return 0
  },
}
