import { difference, disagreement } from '../engine/compare'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { textOf } from '../engine/text'
import type { World } from '../engine/world'
import { refuseForeign } from './intrusion'
import { refuseOutdated } from './sellingBasics'

const names = [
  'name',
  'currency',
  'timeZone',
  'supportEmail',
  'liveUrl',
  'taxRate',
  'pricesIncludeTax',
  'demandsTwoSteps',
] as const
const wrong: Fields[] = [
  {},
  { name: '' },
  { currency: 'XYZ' },
  { timeZone: '+02:00' },
  { liveUrl: 'javascript:alert(1)' },
  { taxRate: 101 },
  { pricesIncludeTax: 'often' },
  // Not switched on: whoever has no second step would be closed out, the checker with them.
  { demandsTwoSteps: 'often' },
]

/** An organization is told alike by its settings, in the list, and to its customers. */
export async function checkTold(run: Run, organizationId: string, called?: string): Promise<void> {
  const read = await run.succeed('organization.change', 'organizations.settings', { params: { organizationId } })
  const { updatedAt: _, ...settings } = recordOf(read)
  const isCalled = called === undefined || difference({ name: called }, settings) === undefined
  run.verify('organization.change', read, isCalled, `the name ${called}`, textOf(settings['name']))
  const list = await run.succeed('organization.change', 'organizations.list')
  const row = rowsOf(list).find(({ id }) => id === organizationId) ?? {}
  const unlike = disagreement(settings, row)
  run.verify('organization.change', list, unlike === undefined, 'an organization as its settings say it is', unlike)
  const sellers = await run.succeed('sellers.change', 'sellers.list', { query: { organizationId } })
  const { name, supportEmail = null } = settings
  const other = difference({ name, supportEmail: supportEmail ?? '' }, rowsOf(sellers)[0] ?? {})
  run.verify('sellers.change', sellers, other === undefined, 'who sells, by the settings of the organization', other)
}

/** What an organization is is sent as it is, field by field: another tax or zone would change what is sold meanwhile (ST-01). */
export async function checkOrganization(run: Run, { first, second }: World): Promise<void> {
  const ask = { params: { organizationId: first.organizationId } }
  const now = async (): Promise<Row> =>
    recordOf(await run.succeed('organization.change', 'organizations.settings', ask))
  const before = await now()
  const due = Object.fromEntries(names.map((name) => [name, before[name]]))
  for (const name of names) {
    const exchange = await run.succeed('organization.change', 'organizations.update', {
      ...ask,
      body: { [name]: before[name] ?? '' },
    })
    for (const told of [recordOf(exchange), await now()]) {
      const moved = difference(due, told)
      run.verify('organization.change', exchange, moved === undefined, 'what was sent, and the rest as it was', moved)
    }
  }
  // What can be worked in is not told to be closed.
  const list = await run.succeed('organization.change', 'organizations.list')
  const closed = rowsOf(list).filter((one) => one['needsSecondStep'] === true)
  const isOpen = closed.every(({ id }) => id !== first.organizationId)
  run.verify('organization.change', list, isOpen, 'an organization that is open, as all its calls are answered')
  await attempt(run, 'organization.change', () => checkTold(run, first.organizationId))
  for (const body of wrong) {
    await run.refuse('organization.change', 'organizations.update', { ...ask, body }, [400, 422])
  }
  const search = { organizationId: first.organizationId, resource: 'orders' as const, limit: 1, page: 1 }
  const { total, exchange: orders } = await searchPage(run, search)
  const isTold = before['hasOrders'] === undefined || total === 0 || before['hasOrders'] === true
  run.verify('organization.change', orders, isTold, 'hasOrders of an organization with orders', 'none')
  if (before['hasOrders'] === true) {
    const currency = before['currency'] === 'EUR' ? 'USD' : 'EUR'
    await run.refuse('organization.change', 'organizations.update', { ...ask, body: { currency } }, [400, 409, 422])
  }
  await refuseOutdated(run, 'organizations.update', { ...ask, body: { name: before['name'] } }, now)
  if (second === undefined) return
  for (const name of ['organizations.settings', 'organizations.update']) {
    const body = name === 'organizations.settings' ? {} : { body: { name: before['name'] } }
    await refuseForeign(run, second, first, name, { ...ask, ...body, isValid: true })
  }
}
