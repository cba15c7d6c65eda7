import { callNamed } from '../engine/calls'
import { difference } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf, totalOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt, lookAgain } from '../engine/steps'
import { textOf } from '../engine/text'
import type { Shop, World } from '../engine/world'
import type { RuleId } from '../rules'
import { limitsOf } from '../generate/limits'
import { fieldsOf } from './paying'
import { checkKey, makeOne, notNow, refuseOutdated } from './sellingBasics'

export const from = 'checker@offerdesk.example'
export const mailsOf = async (run: Run, { tenant }: Shop, query: Record<string, string>) => {
  const { organizationId } = tenant
  const exchange = await run.succeed('mails.list', 'mails.list', { query: { organizationId, limit: '100', ...query } })
  return { exchange, rows: rowsOf(exchange), total: totalOf(exchange) }
}

/** A mail, once it is over whether it is sent. */
export const sentMail = (run: Run, rule: RuleId, to: { params: { mailId: string } }): Promise<Exchange> =>
  lookAgain(
    run,
    { looks: 25, pause: 300 },
    () => run.succeed(rule, 'mails.get', to),
    (read) => recordOf(read)['state'] !== 'queued',
  )

export async function providers(run: Run, { tenant }: Shop): Promise<Row[]> {
  const { organizationId } = tenant
  return rowsOf(await run.succeed('plugins.list', 'plugins.list', { query: { organizationId } }))
}

/** Those to choose from, as whoever writes an auto-responder sees them. */
async function installedOf(run: Run, { tenant: { organizationId } }: Shop): Promise<Fields[]> {
  const listed = await run.succeed('plugins.list', 'plugins.listInstalled', { query: { organizationId } })
  return (listed.json as { data: { instance?: unknown }[] }).data.map(({ instance }) => fieldsOf(instance))
}

/** A provider that keeps its mails; and one of a server, whose password nobody is told. */
export async function checkProvider(run: Run, { marker }: World, shop: Shop): Promise<Row> {
  const { tenant } = shop
  const { organizationId } = tenant
  const body = { organizationId, name: `${marker} outbox`, kind: 'outbox', from }
  const ask = { body, headers: { 'idempotency-key': `${marker}-outbox` } }
  const [provider, exchange] = await makeOne(run, tenant, 'plugins', 'plugins.list', body, ask)
  await checkKey(run, 'plugins.create', ask, exchange, { ...body, name: `${marker} other` })
  const read = async () => (await providers(run, shop)).find(({ id }) => id === provider.id)
  const shows = async (due: Fields) => {
    const wrong = difference(due, (await read()) ?? {})
    run.verify('plugins.list', exchange, wrong === undefined, 'the provider in its list, as it was sent', wrong)
  }
  await shows({ name: body.name, kind: 'outbox', usedBy: 0 })
  const params = { pluginId: provider.id }
  const name = `${marker} outbox two`
  await run.succeed('plugins.list', 'plugins.update', { params, body: { name } })
  await shows({ name, kind: 'outbox', from })
  const installed = await installedOf(run, shop)
  const called = installed.find(({ id }) => id === provider.id)?.['name']
  run.verify('plugins.list', exchange, called === name, 'its new name among those that are installed', textOf(called))
  await refuseOutdated(
    run,
    'plugins.update',
    { params, body: { name: 'late' } },
    async () => (await read()) ?? provider,
  )
  const verified = await run.succeed('plugins.list', 'plugins.verify', { params, body: {} })
  const isVerified = typeof recordOf(verified)['verifiedAt'] === 'string'
  run.verify('plugins.list', verified, isVerified, 'when it has answered')
  return provider
}

/** What was deleted sends through no provider any more. */
export async function endProvider(run: Run, { campaign }: Shop, provider: Row, body: Fields): Promise<void> {
  const made = await run.succeed('plugins.used', 'autoresponders.createEmail', {
    params: { campaignId: campaign.id },
    body,
  })
  const params = { autoresponderId: recordOf(made).id }
  await run.succeed('plugins.used', 'autoresponders.delete', { params })
  await run.succeed('plugins.used', 'plugins.delete', { params: { pluginId: provider.id } })
}

/** Nobody answers at the server's address: the mail is given up, and can be sent once more. */
export async function checkUndelivered(run: Run, { marker }: World, shop: Shop): Promise<void> {
  const { tenant } = shop
  const password = `${marker}-server-passw0rd`
  const body = {
    organizationId: tenant.organizationId,
    name: `${marker} server`,
    kind: 'smtp',
    from,
    host: '127.0.0.1',
    port: 9,
    security: 'starttls',
    user: 'checker',
  }
  const ask = { body: { ...body, password } }
  const [server, exchange] = await makeOne(run, tenant, 'plugins', 'plugins.list', body, ask)
  const params = { pluginId: server.id }
  const isEnd = server['hasPassword'] === true && password.endsWith(String(server['passwordEnd']))
  run.verify('plugins.secrets', exchange, isEnd, 'how the password ends', String(server['passwordEnd']))
  const { organizationId } = tenant
  const list = await run.succeed('plugins.secrets', 'plugins.list', { query: { organizationId } })
  for (const answer of [exchange, list]) {
    run.verify('plugins.secrets', answer, !answer.text.includes(password), 'no password', 'all of it')
  }
  for (const elsewhere of [{ host: 'mail.offerdesk.example' }, { port: 2525 }, { security: 'tls' }]) {
    await run.refuse('plugins.secrets', 'plugins.update', { params, body: elsewhere, isValid: true }, notNow)
  }
  const host = rowsOf(await run.ask('plugins.list', { query: { organizationId } })).find(({ id }) => id === server.id)
  run.verify('plugins.secrets', list, host?.['host'] === body.host, 'the server as it was', String(host?.['host']))
  // Whoever calls it something else has no password to type.
  const name = `${marker} server two`
  const changed = { name, from: 'checker2@offerdesk.example', user: 'checker two' }
  const renamed = await run.succeed('plugins.secrets', 'plugins.update', { params, body: changed })
  await run.refuse('plugins.list', 'plugins.verify', { params, body: {}, isValid: true }, [409])
  const { host: at, port, security } = body
  const due = { ...changed, host: at, port, security, hasPassword: true, passwordEnd: server['passwordEnd'] }
  for (const shown of [recordOf(renamed), (await providers(run, shop)).find(({ id }) => id === server.id) ?? {}]) {
    const lost = difference(due, shown)
    run.verify(
      'plugins.secrets',
      renamed,
      lost === undefined,
      'what was changed, and the password that it has had',
      lost,
    )
    const { verifiedAt = null } = shown as Fields
    run.verify('plugins.list', renamed, verifiedAt === null, 'no verifiedAt of who never answered', textOf(verifiedAt))
  }
  await changeServer(run, shop, server.id, due)
  const isInstalled = (await installedOf(run, shop)).some(({ id }) => id === server.id)
  run.verify('plugins.list', renamed, isInstalled, 'the provider among those that are installed')
  await attempt(run, 'mails.retry', () => giveUpTest(run, shop, server.id, changed))
  const deleted = await run.succeed('plugins.list', 'plugins.delete', { params })
  const left = [...(await providers(run, shop)), ...(await installedOf(run, shop))].some(({ id }) => id === server.id)
  run.verify('plugins.list', deleted, !left, 'no deleted provider in the lists')
}

/** Each of a server's settings alone, with the password that it is given anew, and the password alone; the others stay. */
async function changeServer(run: Run, shop: Shop, pluginId: string, before: Fields): Promise<void> {
  const { body: schema } = callNamed('plugins.update')
  const limits = schema === undefined ? [] : limitsOf(schema)
  const valuesOf = (field: string) => limits.filter(([name]) => name === field).map(([, value]) => ({ [field]: value }))
  const servers: Fields[] = [{ host: 'localhost' }, ...valuesOf('port'), ...valuesOf('security'), { user: '' }, {}]
  const now = { ...before }
  for (const [index, change] of servers.entries()) {
    // Of the last one, which is short, nothing is told.
    const isShort = index === servers.length - 1
    const password = isShort ? 'q7z' : `another-passw0rd-a${index}`
    const body = { ...change, password }
    const exchange = await run.succeed('plugins.list', 'plugins.update', { params: { pluginId }, body })
    const shown = recordOf(exchange)
    const passwordEnd = textOf(shown['passwordEnd'] ?? '')
    const isEnd = isShort ? passwordEnd === '' : password.endsWith(passwordEnd)
    const expected = isShort ? 'nothing of a short password' : 'how the new password ends'
    run.verify('plugins.secrets', exchange, isEnd, expected, passwordEnd)
    Object.assign(now, change, { passwordEnd: shown['passwordEnd'] })
    const row = isShort ? (await providers(run, shop)).find(({ id }) => id === pluginId) : shown
    const wrong = difference(now, shown) ?? difference(now, row ?? {})
    run.verify('plugins.list', exchange, wrong === undefined, 'what was changed, and the rest as it was', wrong)
  }
}

/** A test that is sent through it is given up after a while, says why, and waits once more when somebody wants that. */
async function giveUpTest(
  run: Run,
  shop: Shop,
  pluginId: string,
  { name, from: sender }: { name: string; from: string },
) {
  const known = new Set((await mailsOf(run, shop, {})).rows.map(({ id }) => id))
  const exchange = await run.succeed('mails.test', 'plugins.sendTest', { params: { pluginId }, body: {} })
  const { rows } = await mailsOf(run, shop, {})
  const mail = rows.find(({ id, pluginName }) => !known.has(id) && pluginName === name)
  run.verify('mails.test', exchange, mail !== undefined, 'a mail through the server')
  if (mail === undefined) return
  const test = { event: 'test', from: sender, to: run.signedInUser?.['email'] ?? mail['to'] }
  const strange = difference(test, mail)
  run.verify('mails.test', exchange, strange === undefined, 'a test from the provider to who has asked for it', strange)
  const to = { params: { mailId: mail.id } }
  const read = recordOf(await sentMail(run, 'mails.retry', to))
  if (read['state'] !== 'dead') return run.recorder.skip('mails.retry', 'no mail was given up while the check waited')
  const why = read['error']
  const isTold = typeof why === 'string' && why.trim() !== ''
  run.verify('mails.retry', exchange, isTold, 'why it was given up', String(why))
  const again = await run.succeed('mails.retry', 'mails.retry', { ...to, body: {} })
  const { state } = recordOf(again)
  run.verify('mails.retry', again, state === 'queued', 'a mail that waits once more', String(state))
}
