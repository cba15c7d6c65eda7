import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import type { Payment } from '../../../contract/extensions/payments'
import type { PaymentLinkMade } from '../../../contract/paymentLinks'
import { readConfig } from '../../../server/config'
import { openDatabase } from '../../../server/db/database'
import { sandboxSignature } from '../../../server/payments/drivers/sandbox'
import { createSecrets, keysOf, openSecrets } from '../../../server/secrets'
import { cards, dataOf } from '../payments/world'
import { type Scratch, someDatabases } from '../postgres'
import { openShop } from '../shop'
import { startSmtpServer } from '../smtpServer'
import { demo, startOn } from './start'

const scratches = await someDatabases('demo')
const smtp = await startSmtpServer()
afterAll(async () => {
  await smtp.stop()
  await Promise.all(scratches.map((scratch) => scratch.stop()))
})

/** A command of ours, as package.json has it. */
function startCommand(name: 'worker' | 'secrets', args: string[], env: Record<string, string | undefined>) {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const [, ...words] = scripts[name]?.split(' ') ?? []
  const child = spawn(process.execPath, [...words, ...args], {
    env: { ...process.env, DATABASE_URL: '', SECRET_KEY: '', ...env },
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { child, said: () => said, ended: once(child, 'close').then(([code]) => [Number(code), said] as const) }
}

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const nowhere = 'postgresql://offerdesk@localhost:1/none'

test.each([
  ['worker', ['--fast'], {}, 'there is no option --fast; see offerdesk worker --help'],
  ['worker', [], {}, 'DATABASE_URL: must be set, as the embedded database is open to one program alone'],
  ['worker', [], { DATABASE_URL: nowhere, SECRET_KEY: 'short' }, 'SECRET_KEY: must be a key of 32 bytes'],
  ['worker', [], { DATABASE_URL: nowhere }, 'ECONNREFUSED'],
  ['secrets', [], {}, 'nothing to do; see offerdesk secrets --help'],
  ['secrets', ['turn'], {}, 'there is no secrets turn; see offerdesk secrets --help'],
  ['secrets', ['rotate', 'twice'], {}, 'there is no secrets twice; see offerdesk secrets --help'],
  ['secrets', ['rotate'], { DATABASE_URL: nowhere }, 'ECONNREFUSED'],
] as const)('ML-01 ML-03 npm run %s %j with %j is wrong: one line, exit code 2', async (name, args, env, message) => {
  const [code, said] = await startCommand(name, [...args], env).ended
  expect([code, said.trim().split('\n')]).toEqual([2, [expect.stringContaining(`offerdesk: `)]])
  expect(said).toContain(message)
})

test.each(['worker', 'secrets'] as const)('ML-01 ML-03 npm run %s -- --help says how it is used', async (name) => {
  expect(await startCommand(name, ['--help'], {}).ended).toEqual([
    0,
    expect.stringMatching(new RegExp(`^Usage: offerdesk ${name}`)),
  ])
})

test.each(scratches.filter(({ kind }) => kind === 'postgres'))(
  'ML-01 PY-04 beside a server that only answers requests, a worker mails and asks what became of payments, until a signal comes',
  async (scratch) => {
    const database = await openDatabase(scratch)
    const server = await startOn(database, { secrets: createSecrets([Buffer.alloc(32, 1)]) })
    const shop = await openShop(server, demo)
    const offerId = await shop.addOffer(await shop.addProduct(10))
    const staff = (path: string, body: object) => server.call('POST', path, { token: shop.token, body })
    const { id } = dataOf<{ id: string }>(await staff('/orders', shop.placement([{ offerId }])))
    const { linkUrl } = dataOf<PaymentLinkMade>(await staff(`/orders/${id}/payment-links`, { mail: true }))
    const path = `/payments/${linkUrl.slice(linkUrl.lastIndexOf('/') + 1)}`
    const card = { cardNumber: cards.lost, expiry: '12/99', securityCode: '123' }
    const body = { attemptId: uuidv7(), card }
    expect(dataOf<Payment>(await server.call('POST', `${path}/attempts`, { body })).attempt?.state).toBe('unknown')
    const worker = startCommand('worker', [], { DATABASE_URL: scratch.databaseUrl, SECRET_KEY: keyOf(1) })
    const state = async () => dataOf<Payment>(await server.call('GET', path)).attempt?.state
    await expect.poll(state).toBe('succeeded')
    const mails = async () => {
      const { rows } = await database.tenant(shop.orgId, (tx) =>
        tx.execute<{ state: string }>(sql`select state from outbox where payload ->> 'to' = 'ada@moss.example'
          or payload ->> 'mailId' in (select id::text from mails where order_id = ${id})`),
      )
      return new Set(rows.map((row) => row.state))
    }
    await expect.poll(mails).toEqual(new Set(['done']))
    worker.child.kill('SIGTERM')
    const [code, said] = await worker.ended
    expect([code, said]).toEqual([0, expect.stringContaining('The worker runs.')])
    await server.stop()
    await database.close()
  },
)

/** SECRET_KEY before a rotation, while it is made, and after the old key was taken away; none for a key in a file. */
const settingsOn = ({ kind }: Scratch): [before: string, both: string, after: string] =>
  kind === 'pglite' ? ['', '', ''] : [keyOf(1), `${keyOf(2)},${keyOf(1)}`, keyOf(2)]

/** What an organization has sealed, as it is stored. */
const sealedColumns = sql`
  select secrets as text from gateway_instances where secrets is not null
  union all select secrets from plugin_instances where secrets is not null
  union all select return_token from payment_attempts where return_token is not null
  union all select secrets from webhooks
  union all select sealed_code from payment_links where sealed_code is not null
  union all select sealed_token from invites where sealed_token is not null
  union all select answer #>> '{}' from idempotency_keys where answer #>> '{}' like 'v1.%'`

test.each(scratches)(
  'ML-03 GW-01 on $kind, rotated secrets are sealed by another key each, and the server still reads all of them',
  async (scratch) => {
    const [before, both, after] = settingsOn(scratch)
    const env = { DATA_DIR: scratch.dataDir, DATABASE_URL: scratch.databaseUrl ?? '', SMTP_PRIVATE_HOSTS: 'on' }
    const open = async (key: string) => {
      const config = readConfig({ ...env, SECRET_KEY: key })
      const secrets = openSecrets(config)
      const database = await openDatabase(scratch)
      const server = await startOn(database, { config, secrets })
      const close = async () => {
        await server.stop()
        await database.close()
      }
      return { server, database, secrets, close }
    }
    const opened = await open(before)
    const { database, secrets } = opened
    const shop = await openShop(opened.server, demo)
    const { orgId, token } = shop
    const post = async (server: typeof opened.server, path: string, body: object, key: string = uuidv7()) =>
      dataOf<{ id: string }>(await server.call('POST', path, { token, body, headers: { 'idempotency-key': key } }))
    const make = (path: string, fields: object, key?: string) =>
      post(opened.server, path, { organizationId: orgId, ...fields }, key)

    smtp.password = 'a long password 42'
    const { id: pluginId } = await make('/plugins', {
      name: 'Sealed',
      kind: 'smtp',
      from: 'shop@northwind.example',
      host: '127.0.0.1',
      port: smtp.port,
      security: 'none',
      user: 'shop',
      password: smtp.password,
    })
    await make('/outgoing-webhooks', { address: 'https://one.example', events: ['order.placed'] })
    const webhookSecret = 'whsec_a_long_secret_43'
    const { id: gatewayId } = await make('/gateways', { displayName: 'Sealed', kind: 'sandbox', webhookSecret })
    const offerId = await shop.addOffer(await shop.addProduct(10))
    const { id: orderId } = await make('/orders', shop.placement([{ offerId }]))
    const linkKey = uuidv7()
    const link = await post(opened.server, `/orders/${orderId}/payment-links`, { mail: false }, linkKey)
    // As an attempt has it whose customer is on a page of the gateway's own.
    await database.tenant(orgId, (tx) =>
      tx.execute(sql`update payment_attempts set return_token = ${secrets.seal('way back')}
        where id = (select id from payment_attempts limit 1)`),
    )
    await database.system((tx) =>
      tx.execute(sql`insert into second_steps (user_id, app_key, app_since, created_at)
        select id, ${secrets.seal('key of an app')}, now(), now() from users where email = ${demo}`),
    )
    const stored = async ({ database: from }: typeof opened) => {
      const ofPeople = sql`select app_key as text from second_steps where app_key is not null`
      const [organization, people] = [
        await from.tenant(orgId, (tx) => tx.execute<{ text: string }>(sealedColumns)),
        await from.system((tx) => tx.execute<{ text: string }>(ofPeople)),
      ]
      return [...organization.rows, ...people.rows].map(({ text }) => text)
    }
    const old = await stored(opened)
    expect(old.length).toBeGreaterThanOrEqual(6)
    const plain = old.map((text) => secrets.unseal(text)).toSorted()

    // The embedded database is open to one program alone.
    if (scratch.kind === 'pglite') {
      const [code, said] = await startCommand('secrets', ['rotate'], env).ended
      expect([code, said.trim().split('\n')]).toEqual([2, [expect.stringContaining(String(process.pid))]])
      await opened.close()
    }
    const rotating = await startCommand('secrets', ['rotate'], { ...env, SECRET_KEY: both }).ended
    expect(rotating).toEqual([
      0,
      expect.stringMatching(
        new RegExp(
          `^Everything is being sealed by the key [0-9a-f]{8}\\.\\n${old.length} secrets are sealed anew\\.\\n$`,
        ),
      ),
    ])
    if (scratch.kind === 'postgres') await opened.close()

    const rotated = await open(after)
    const now = await stored(rotated)
    expect(now.filter((text) => old.includes(text))).toEqual([])
    // The new key alone opens them; in the file, the old one stays for what others have sealed meanwhile.
    const keys = keysOf(after === '' ? readFileSync(join(scratch.dataDir, 'secret.key'), 'utf8') : after, 'keys')
    const newest = createSecrets(keys.slice(0, 1))
    expect(now.map((text) => newest.unseal(text)).toSorted()).toEqual(plain)
    const verified = await rotated.server.call('POST', `/plugins/${pluginId}/verify`, { token, body: {} })
    expect(verified).toMatchObject({ status: 200, body: { data: { verifiedAt: expect.any(String) } } })
    const told = JSON.stringify({ id: uuidv7(), type: 'rehearsal', account: gatewayId })
    const heard = await rotated.server.call('POST', `/webhooks/sandbox/${gatewayId}`, {
      body: told,
      headers: { 'sandbox-signature': sandboxSignature(webhookSecret, told, new Date()) },
    })
    expect(heard).toMatchObject({ status: 200 })
    // Asked once more, a link is told again that was told by the key of before.
    expect(await post(rotated.server, `/orders/${orderId}/payment-links`, { mail: false }, linkKey)).toEqual(link)
    await rotated.close()
  },
)
