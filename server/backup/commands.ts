import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { counted, many, say, sayNowAndThen } from '../cli/said'
import { settingsOfDatabase } from '../cli/settings'
import { type Config, InvalidConfig } from '../config'
import { readAddress } from '../db/address'
import { DiskFull, diskFull } from '../db/errors'
import { keyId, keysOf } from '../secrets'
import { contentOf, type Progress } from './content'
import { checkFile, linesOf, refusePlace, writeFile, writeOut } from './file'
import { type Filled, migrationsUpTo } from './fill'
import { BadBackup, type Summary, withEnd } from './lines'
import { fillPlace, nameOf, type Place, placeOf, readAlone, readPlace } from './places'

function progress(): Progress {
  const tell = sayNowAndThen()
  return ({ table, rows }) => tell(() => `${table}: ${counted(rows, 'row')}`)
}

/** Says of which file it is that something is wrong with it. */
async function about<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BadBackup) throw new BadBackup(`${file} can't be used: ${error.message}`)
    throw error
  }
}

const size = (bytes: number) =>
  bytes < 1e6
    ? `${many(Math.ceil(bytes / 1e3))} kB`
    : `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`

export async function makeBackup(file: string): Promise<number> {
  const place = placeOf(settingsOfDatabase())
  if (file === '-') {
    if (process.stdout.isTTY) throw new InvalidConfig('a backup is nothing to look at: lead it into a file')
    await readPlace(place, (client, from) => writeOut(withEnd(contentOf(client, { from, progress: progress() }))))
    return 0
  }
  await refusePlace(file)
  const summary = await readPlace(place, (client, from) =>
    writeFile(file, withEnd(contentOf(client, { from, progress: progress() })), checkFile),
  )
  const { size: bytes } = await stat(file)
  say(`${file}: ${contentsOf(summary)}, in ${size(bytes)}.`)
  say(
    `It is of ${nameOf(place)}${summary.head.keys.length === 0 ? '.' : `; its secrets need ${keysInWords(summary.head.keys)}, which it does not hold.`}`,
  )
  return 0
}

const contentsOf = ({ tables, rows }: Summary) => `${counted(rows, 'row')} of ${counted(tables.size, 'table')}`

const keysInWords = (keys: readonly string[]) => `the ${keys.length === 1 ? 'key' : 'keys'} ${keys.join(', ')}`

function* described({ head, tables, rows, ledger }: Summary): Generator<string> {
  const of = (name: string) => tables.get(name)?.rows ?? 0
  yield `Made ${head.madeAt} by Offerdesk ${head.version}, of ${head.from}.`
  yield `${counted(rows, 'row')} of ${counted(tables.size, 'table')}: ${counted(of('organizations'), 'organization')}, ${counted(of('users'), 'account')}, ${counted(of('customers'), 'customer')}, ${counted(of('orders'), 'order')}.`
  yield ledgerInWords(ledger)
  yield head.keys.length === 0 ? 'Nothing in it is sealed.' : `Its secrets need ${keysInWords(head.keys)}.`
}

function ledgerInWords(ledger: Summary['ledger']): string {
  const balances = new Map<string, bigint>()
  let entries = 0
  for (const [organization, currency, , number, cents] of ledger) {
    const of = `${organization} ${currency}`
    balances.set(of, (balances.get(of) ?? 0n) + BigInt(cents ?? 0))
    entries += Number(number ?? 0)
  }
  const currencies = [...new Set(ledger.map(([, currency]) => String(currency)))].toSorted()
  const organizations = new Set(ledger.map(([organization]) => organization)).size
  const off = [...balances].filter(([, cents]) => cents !== 0n)
  if (off.length > 0) return `The ledger does not balance: ${off.map(([of, cents]) => `${of} ${cents}`).join(', ')}.`
  if (entries === 0) return 'The ledger is empty.'
  return `The ledger of ${counted(organizations, 'organization')} balances: ${counted(entries, 'entry', 'entries')} in ${currencies.join(', ')}.`
}

export async function checkBackup(file: string): Promise<number> {
  const summary = await about(file, async () => {
    const read = await checkFile(file)
    migrationsUpTo(read.head)
    return read
  })
  say(`${file} is whole.`)
  for (const line of described(summary)) say(line)
  return 0
}

export async function rehearse(file: string): Promise<number> {
  await checkBackup(file)
  const folder = await mkdtemp(join(tmpdir(), 'offerdesk-rehearsal-'))
  try {
    const filled = await about(file, () => fillPlace({ folder }, linesOf(file), { progress: progress() }))
    say(`Restored into an empty database: ${sameInWords(filled)}.`)
  } catch (error) {
    throw diskFull(error) ? new DiskFull(`${tmpdir()} (TMPDIR)`) : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return 0
}

const sameInWords = ({ rows, tables }: Filled) =>
  `all ${counted(rows, 'row')} of ${counted(tables, 'table')} and the sums of the ledger are the same`

/** The keys of the settings, without making any. */
function keysAtHand({ secretKey, secretFile }: Config): string[] {
  if (secretKey !== undefined) return keysOf(secretKey, 'SECRET_KEY').map(keyId)
  return existsSync(secretFile) ? keysOf(readFileSync(secretFile, 'utf8'), secretFile).map(keyId) : []
}

/** Throws {@link InvalidConfig} where no key at hand opens anything; answers those of the file's that are missing. */
function missingKeys(config: Config, keys: readonly string[]): string[] {
  const own = keysAtHand(config)
  const missing = keys.filter((key) => !own.includes(key))
  if (keys.length === 0 || missing.length < keys.length || config.isKeyLost) return missing
  const where = config.secretKey === undefined ? config.secretFile : 'SECRET_KEY'
  const has = own.length === 0 ? 'is not there' : `holds ${own.join(', ')} alone`
  throw new InvalidConfig(
    `the secrets of the backup need ${keysInWords(keys)}, and ${where} ${has}: put the key there, or restore with LOST_KEY=on and type them once more`,
  )
}

/** What becomes of mails that waited. */
export interface MailsThere {
  holdsMails: boolean
}

export async function restoreBackup(file: string, { holdsMails }: MailsThere): Promise<number> {
  const config = settingsOfDatabase()
  const place = placeOf(config)
  const { summary, filled, missing } = await about(file, async () => {
    // Whatever is wrong with it is known before anything is done.
    const read = await checkFile(file)
    migrationsUpTo(read.head)
    const lacking = missingKeys(config, read.head.keys)
    const options = { progress: progress(), holdsMails }
    return { summary: read, missing: lacking, filled: await fillPlace(place, linesOf(file), options) }
  })
  for (const line of described(summary)) say(line)
  say(`Restored into ${nameOf(place)}: ${sameInWords(filled)}.`)
  if (missing.length > 0)
    say(`What was sealed by ${keysInWords(missing)} can't be opened: type it once more, or add the key.`)
  say(waitingInWords(filled, holdsMails))
  say('Messages to webhooks that waited are sent when a server or a worker starts, under the ids that they had.')
  return 0
}

function waitingInWords({ held }: Filled, holdsMails: boolean): string {
  if (!holdsMails) return 'Mails that waited are sent when a server or a worker starts.'
  if (held === 0) return 'No mail waited to be sent.'
  return `${counted(held, 'mail')} that waited ${held === 1 ? 'is' : 'are'} held back: offerdesk mails list says which, offerdesk mails send lets them go, and offerdesk mails drop drops them.`
}

function placeNamed(to: string): Place {
  if (!/^[a-z]+:\/\//i.test(to)) return { folder: resolve(to) }
  if (readAddress(to) !== undefined) return { url: to }
  throw new InvalidConfig('--to: must be a folder, or an address such as postgresql://user@host/database')
}

export async function moveTo(to: string, { holdsMails }: MailsThere): Promise<number> {
  const config = settingsOfDatabase()
  const from = placeOf(config)
  const target = placeNamed(to)
  if (nameOf(from) === nameOf(target)) throw new InvalidConfig(`--to: the database is in ${nameOf(from)} already`)
  const filled = await readAlone(from, (client, kind) =>
    fillPlace(target, contentOf(client, { from: kind, isAlone: true }), { progress: progress(), holdsMails }),
  )
  say(`Moved from ${nameOf(from)} to ${nameOf(target)}: ${sameInWords(filled)}.`)
  say(waitingInWords(filled, holdsMails))
  for (const line of nextSteps(config, target)) say(line)
  return 0
}

function* nextSteps({ secretKey, secretFile, databaseUrl, directUrl }: Config, target: Place): Generator<string> {
  if ('url' in target)
    yield `Set DATABASE_URL to ${nameOf(target)}${directUrl === undefined ? '' : ', and DATABASE_DIRECT_URL'}.`
  else yield `Set DATA_DIR to ${target.folder}${databaseUrl === undefined ? '' : ', and take DATABASE_URL away'}.`
  if (secretKey !== undefined) yield 'Leave SECRET_KEY as it is.'
  else if (existsSync(secretFile)) {
    const own = resolve(secretFile)
    yield 'url' in target ? `Set SECRET_KEY to what is in ${own}.` : `Copy ${own} to ${target.folder}.`
  }
  yield 'Then start the servers. The old database is as it was: keep it until you are content.'
}
