import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { eq, or } from 'drizzle-orm'
import { refusePlace, refuseUnreadable, writeFile } from '../backup/file'
import { BadBackup } from '../backup/lines'
import { unzippedLines } from '../backup/zipped'
import { withDatabase } from '../cli/database'
import { counted, many, say, sayNowAndThen } from '../cli/said'
import { InvalidConfig } from '../config'
import type { Database } from '../db/database'
import { isId } from '../db/keys'
import { organizations } from '../db/schema/organizations'
import { type Anew, BadArchive, check, type Head, withEnd } from './lines'
import { refusals } from './parts'
import { takeOver } from './take'
import { contentOf, ownSchema, type Progress } from './write'

function progress(): Progress {
  const tell = sayNowAndThen()
  return (rows, total) => tell(() => `${many(rows)} of ${counted(total, 'row')}`)
}

/** Says of which file it is that it can't be used. */
async function about<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof BadArchive || error instanceof BadBackup
      ? new BadArchive(`${file}: ${error.message}`)
      : error
  }
}

const fileLines = (file: string) => unzippedLines(createReadStream(file), refusals)

async function organizationOf(database: Database, named: string): Promise<{ id: string; name: string }> {
  const isNamed = eq(organizations.name, named)
  const found = await database.system((tx) =>
    tx
      .select({ id: organizations.id, name: organizations.name })
      .from(organizations)
      .where(isId(named) ? or(eq(organizations.id, named), isNamed) : isNamed),
  )
  const [one, another] = found
  if (!one) throw new InvalidConfig(`there is no organization ${named}; see offerdesk organization list`)
  if (another) throw new InvalidConfig(`several organizations are called ${named}: name one by its id`)
  return one
}

/** Writes all that an organization has into a new file. Ends with the exit code of the program. */
export async function exportOrganization(named: string, file: string): Promise<number> {
  await refusePlace(file)
  const head = await withDatabase(async (database) => {
    const { id } = await organizationOf(database, named)
    return database.archive(id, 'reads', (tx) =>
      writeFile(file, withEnd(contentOf(tx, id, progress())), (made) => check(fileLines(made), ownSchema())),
    )
  })
  const { size } = await stat(file)
  say(`${file}: ${inWords(head)}, in ${many(Math.ceil(size / 1_000))} kB.`)
  for (const line of anewInWords(head.anew)) say(line)
  return 0
}

/** Takes a file over into an empty organization. Ends with the exit code of the program. */
export async function importOrganization(file: string, named: string): Promise<number> {
  const { head, rows, left, name } = await about(file, async () => {
    await refuseUnreadable(file, 'an archive')
    // Whatever is wrong with it is known before anything is done.
    await check(fileLines(file), ownSchema())
    return withDatabase(async (database) => {
      const { id, name } = await organizationOf(database, named)
      const taken = await database.archive(id, 'writes', (tx) => takeOver(tx, id, fileLines(file), progress()))
      if (database.kind === 'pglite') await database.analyze()
      return { ...taken, name }
    })
  })
  say(`${name} has ${inWords(head)}: ${counted(rows - left, 'row')} taken over, all of them or none.`)
  if (left > 0)
    say(`${counted(left, 'row')} of people who are no members here, such as the campaigns they sold in, stayed out.`)
  for (const line of anewInWords(head.anew)) say(line)
  return 0
}

const inWords = ({ organization, counts }: Head) =>
  `all of ${organization.name}: ${counted(counts['orders'] ?? 0, 'order')}, ${counted(counts['customers'] ?? 0, 'customer')}, ${counted(counts['products'] ?? 0, 'product')}`

const anewWords: Readonly<Record<Anew['kind'], string>> = {
  gateways: 'keys of the gateway',
  providers: 'password of the email provider',
  webhooks: 'webhook to',
  telephone: 'token of the telephone system',
  apiTokens: 'API token',
}

function* anewInWords(anew: readonly Anew[]): Generator<string> {
  if (anew.length > 0) yield 'Secrets are not in it. Type or make anew:'
  for (const { kind, name } of anew) yield `  ${anewWords[kind]} ${name}`
}
