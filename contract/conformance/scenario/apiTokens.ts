import { dayAt } from '../../rules/reportPeriods'
import type { Account } from '../engine/exchange'
import { tokenOf } from '../engine/history'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { textOf } from '../engine/text'
import type { World } from '../engine/world'
import { refuseDuties } from './duties'
import { hidden } from './foreign'
import { refuseForeign } from './intrusion'
import { makeCustomer } from './customerBasics'
import { zoneOf } from './ownPlace'
import { customerOf, dayFromNow, makeOne, shopOf } from './sellingBasics'

/** A program that the first account lets in, as whoever asks by its token. */
async function letIn(run: Run, { first, marker }: World, duties: string[]): Promise<[Account, Row]> {
  const body = { organizationId: first.organizationId, name: `${marker} ${duties.join() || 'reads'}`, duties }
  const [row, exchange] = await makeOne(run, first, 'apiTokens', 'apiTokens.made', body)
  const token = tokenOf(exchange)
  run.verify('apiTokens.made', exchange, token !== undefined, 'the token')
  return [{ name: 'first', token: token ?? '' }, row]
}

/** A token that ends on a day ends with that day, where the organization is. */
async function checkLastDay(run: Run, { first, marker }: World): Promise<void> {
  const { organizationId } = first
  const zone = await zoneOf(run, 'apiTokens.made', organizationId)
  const expiresAt = dayFromNow(40)
  const body = { organizationId, name: `${marker} until a day`, duties: [], expiresAt }
  const exchange = await run.succeed('apiTokens.made', 'apiTokens.create', { body })
  const row = recordOf(exchange)
  run.journal.made('apiTokens', row.id, first.account.name, body.name)
  const end = Date.parse(textOf(row['expiresAt']))
  const isEnd = dayAt(new Date(end - 1_000), zone) === expiresAt && dayAt(new Date(end + 1_000), zone) > expiresAt
  const due = `the end of ${expiresAt} in ${zone}`
  run.verify('apiTokens.made', exchange, isEnd, due, textOf(row['expiresAt']))
}

/** Programs are let in by tokens, within their scope, until these are revoked (ST-01). */
export async function checkApiTokens(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  const { first, second, marker } = world
  const { organizationId } = first
  let program: Account | undefined
  let known: Row | undefined
  await attempt(run, 'apiTokens.made', async () => {
    ;[program, known] = await letIn(run, world, ['customers'])
    const { token } = program
    const listed = await run.succeed('apiTokens.made', 'apiTokens.list', { query: { organizationId } })
    const isListed = rowsOf(listed).some(({ id }) => id === known?.id)
    run.verify('apiTokens.made', listed, isListed && !listed.text.includes(token), 'what was made, without its token')
    await attempt(run, 'apiTokens.made', () => checkLastDay(run, world))
    for (const unfit of [{ duties: ['nothing of the kind'] }, { name: ' ' }, { expiresAt: '2020-01-01' }]) {
      const body = { organizationId, name: `${marker} unfit`, duties: [], ...unfit }
      await run.refuse('apiTokens.made', 'apiTokens.create', { body, isValid: true }, [400, 422])
    }
  })
  if (program === undefined || known === undefined) return
  const as = program
  const params = { tokenId: known.id }
  await attempt(run, 'apiTokens.scope', async () => {
    const own = await run.succeed('apiTokens.scope', 'organizations.list', { as })
    const isOnly = rowsOf(own).length === 1 && rowsOf(own)[0]?.id === organizationId
    run.verify('apiTokens.scope', own, isOnly, 'the organization of the token alone')
    const body = { organizationId, resource: 'campaigns' }
    await run.succeed('apiTokens.scope', 'search.search', { as, body })
    if (run.covers('customers'))
      await makeCustomer(run, { ...first, account: as }, customerOf(run, first, `${marker}-token`))
    const product = { organizationId, name: `${marker} token`, sku: `${marker}-token`, price: 1 }
    await run.refuse('apiTokens.scope', 'products.create', { as, body: product, isValid: true }, [403])
    await run.refuse('apiTokens.scope', 'users.sessions', { as, isValid: true }, [403])
    const another = { organizationId, name: `${marker} of a token`, duties: [] }
    await run.refuse('apiTokens.scope', 'apiTokens.create', { as, body: another, isValid: true }, [403])
    await run.refuse('apiTokens.scope', 'apiTokens.revoke', { as, params, isValid: true }, [403])
    const [reader] = await letIn(run, world, [])
    const shop = await shopOf(run, world, first)
    await refuseDuties(run, world, { shop, as: reader, rule: 'apiTokens.scope', isTheirs: () => false })
  })
  await attempt(run, 'apiTokens.revoke', async () => {
    if (second !== undefined) {
      await refuseForeign(run, second, first, 'apiTokens.revoke', { params, isValid: true })
      await run.succeed('apiTokens.revoke', 'users.me', { as })
    }
    const [other] = await letIn(run, world, [])
    await run.succeed('apiTokens.revoke', 'apiTokens.revoke', { params })
    await run.refuse('apiTokens.revoke', 'users.me', { as, isValid: true }, [401])
    await run.succeed('apiTokens.revoke', 'users.me', { as: other })
    await run.refuse('apiTokens.revoke', 'apiTokens.revoke', { params, isValid: true }, hidden)
  })
}
