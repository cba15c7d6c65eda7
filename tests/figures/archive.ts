import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import type { ArchiveImport } from '../../contract/extensions/archives'
import { archivePartBytes, mostArchiveBytes } from '../../contract/rules/archives'
import { fill } from '../bench/serverOrders'
import { servedShop } from '../bench/servedShop'
import { residentMemory } from '../residentMemory'

// A large organization out and in: `npm run figures -- archive`. ARCHIVE_MIB is how large its archive is, ARCHIVE_ORDERS how many orders it has.

const mebibytes = Number(process.env['ARCHIVE_MIB'] ?? 2_000)
const orders = Number(process.env['ARCHIVE_ORDERS'] ?? 20_000)
const largest = mostArchiveBytes.postgres
const print = (text: string) => process.stdout.write(`${text}\n`)

const served = await servedShop('Large')
if (served === undefined) {
  print('no PostgreSQL here')
  process.exit(0)
}
const { shop, databaseUrl, server, ask } = served
const folder = await mkdtemp(join(tmpdir(), 'offerdesk-archive-'))
const path = join(folder, 'large.jsonl.gz')

/** Mails of 96 KiB of chance, which no zip makes smaller than that. */
async function fillMails(client: Client): Promise<void> {
  await client.query('alter table mails no force row level security')
  await client.query('alter table mails disable trigger user')
  const atOnce = 32
  for (let left = Math.ceil((mebibytes * 1_024) / 96); left > 0; left -= atOnce) {
    const texts = Array.from({ length: Math.min(atOnce, left) }, () => randomBytes(96 * 1_024).toString('base64'))
    await client.query(
      `insert into mails (org_id, id, dedupe_key, event, state, sender, recipient, subject, html, plain_text, created_at, updated_at)
        select $1::uuid, gen_random_uuid(), gen_random_uuid()::text, 'test', 'delivered', 'a@b.example', 'c@d.example', 'S', html, '', now(), now()
        from unnest($2::text[]) as html`,
      [shop.orgId, texts],
    )
  }
  await client.query('alter table mails enable trigger user')
  await client.query('alter table mails force row level security')
}

/** What is done, how long it takes and the most that the server has in memory meanwhile. */
async function step<T>(about: string, work: () => Promise<T>, told: (result: T) => string): Promise<T> {
  const before = residentMemory(server.pid)
  let most = before
  const looks = setInterval(() => (most = Math.max(most, residentMemory(server.pid))), 500)
  const begun = performance.now()
  try {
    const result = await work()
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
    const memory = [before, most].map((bytes) => Math.round(bytes / 2 ** 20))
    print(`${about.padEnd(34)} ${seconds.padStart(7)} s, memory ${memory.join(' MiB, at most ')} MiB; ${told(result)}`)
    return result
  } finally {
    clearInterval(looks)
  }
}

async function data<T>(answer: Promise<Response>): Promise<T> {
  const { status, ...rest } = await answer.then(async (one) => ({ status: one.status, text: await one.text() }))
  if (status !== 200) throw new Error(`${status}: ${rest.text}`)
  return (JSON.parse(rest.text) as { data: T }).data
}

const newOrganization = async (name: string) => (await data<{ id: string }>(ask('POST', '/organizations', { name }))).id

async function send(organizationId: string, file: FileHandle, bytes: number): Promise<string> {
  const { id } = await data<ArchiveImport>(ask('POST', '/archives', { organizationId, name: 'large.jsonl.gz', bytes }))
  const part = Buffer.alloc(archivePartBytes)
  for (let place = 0; place < bytes;) {
    const { bytesRead } = await file.read(part, 0, Math.min(part.length, bytes - place), place)
    const content = part.subarray(0, bytesRead).toString('base64')
    place = (await data<ArchiveImport>(ask('PUT', `/archives/${id}/parts`, { place, content }))).received
  }
  return id
}

async function take(organizationId: string, id: string): Promise<ArchiveImport> {
  await data(ask('POST', `/archives/${id}/take`, {}))
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 700))
    const [one] = await data<ArchiveImport[]>(ask('GET', `/archives?organizationId=${organizationId}`))
    if (one?.id === id && one.state !== 'taking') return one
  }
}

const client = new Client({ connectionString: databaseUrl, statement_timeout: 0 })
await client.connect()

/** An archive that has come but for its end, as large as one may be; nobody looks at what is in it before it is taken over. */
async function fillParts(id: string): Promise<void> {
  for (const table of ['archive_imports', 'archive_parts']) {
    await client.query(`alter table ${table} no force row level security`)
  }
  await client.query('alter table archive_imports disable trigger user')
  await client.query(
    `insert into archive_parts (org_id, import_id, place, content) select org_id, id, n * $2::bigint, $3::bytea
      from archive_imports, generate_series(0, $4::int - 1) as n where id = $1`,
    [id, archivePartBytes, randomBytes(archivePartBytes), largest / archivePartBytes],
  )
  await client.query('update archive_imports set received = bytes where id = $1', [id])
  await client.query('alter table archive_imports enable trigger user')
}

/** How much of archives the database still keeps. */
async function partsLeft(): Promise<number> {
  const { rows } = await client.query<{ number: number }>('select count(*)::int as number from archive_parts')
  return rows[0]?.number ?? 0
}

try {
  await fill(client, shop, 0, orders)
  await fillMails(client)
  await client.query('vacuum analyze')
  const file = await step(
    'saved',
    async () => {
      const answer = await ask('GET', `/organizations/${shop.orgId}/archive`)
      if (answer.status !== 200 || !answer.body) throw new Error(`${answer.status}: ${await answer.text()}`)
      await pipeline(answer.body, createWriteStream(path))
      return open(path)
    },
    () => `${orders.toLocaleString('en')} orders, their customers and mails`,
  )
  const { size } = await file.stat()
  const copy = await newOrganization('Copy')
  const sent = await step(
    'sent in parts',
    () => send(copy, file, size),
    () => `${Math.round(size / 2 ** 20).toLocaleString('en')} MiB`,
  )
  const ended = ({ state, failure, rowsDone }: ArchiveImport) =>
    `${state}, ${failure ?? `${rowsDone.toLocaleString('en')} rows`}`
  const taken = await step('taken over', () => take(copy, sent), ended)
  if (taken.state !== 'taken') process.exitCode = 1
  const cut = await newOrganization('Cut')
  const short = await send(cut, file, size - archivePartBytes)
  await step('cut before its end', () => take(cut, short), ended)
  await file.close()

  const [givenUp, body] = [await newOrganization('Given up'), { name: 'largest.jsonl.gz', bytes: largest }]
  const { id } = await data<ArchiveImport>(ask('POST', '/archives', { organizationId: givenUp, ...body }))
  await fillParts(id)
  await step(
    '2 GiB given up',
    () => data<ArchiveImport>(ask('POST', `/archives/${id}/give-up`, {})),
    ({ state }) => state,
  )
  await step(
    'all of them let go of',
    async () => {
      while ((await partsLeft()) > 0) await new Promise((resolve) => setTimeout(resolve, 500))
    },
    () => 'no part is left',
  )
  const answer = await ask('POST', '/archives', { organizationId: givenUp, ...body, bytes: largest + 1 })
  const { message } = (await answer.json()) as { message: string }
  print(`one byte more than 2 GiB: ${answer.status} before any of it is sent, ${message}`)
} finally {
  await client.end()
  await served.stop()
  await rm(folder, { recursive: true })
}
