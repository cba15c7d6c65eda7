import { type Row, rowsOf, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { Shop } from '../engine/world'
import type { RuleId } from '../rules'
import { pack } from './parcels'
import { placeOne } from './sellingBasics'

/** What is there in the organization of a shop is a part of it, so that there is something to be kept from. */
export async function fillShop(run: Run, shop: Shop, rule: RuleId): Promise<Shop> {
  const { organizationId, account: as } = shop.tenant
  const attempted = async (look: () => Promise<Row | undefined>): Promise<Row | undefined> => {
    let row: Row | undefined
    await attempt(run, rule, async () => {
      row = await look()
    })
    return row
  }
  const listed = async (name: string): Promise<Row | undefined> =>
    run.lacks(name)
      ? undefined
      : attempted(async () => rowsOf(await run.succeed(rule, name, { as, query: { organizationId } }))[0])
  const found = async (resource: 'orders' | 'fulfillments' | 'calls') =>
    (await searchPage(run, { organizationId, resource, limit: 1, page: 1 }, as)).rows[0]
  // Where nothing was sold before, something is now.
  const order = shop.order ?? (await found('orders')) ?? (await attempted(async () => (await placeOne(run, shop))[0]))
  const parts = {
    order,
    fulfilment:
      shop.fulfilment ??
      (await found('fulfillments')) ??
      (order && (await attempted(async () => (await pack(run, order.id))[0]))),
    callId: shop.callId ?? (await found('calls'))?.id,
    importId: shop.importId ?? (await listed('sheetImports.list'))?.id,
    draftId: shop.draftId ?? (await listed('orderDrafts.list'))?.id,
    mail: shop.mail ?? (await listed('mails.list')),
    ownMail: shop.ownMail ?? (await listed('orderMails.list')),
    seller: shop.seller ?? (await listed('sellers.list')),
    savedReport: shop.savedReport ?? (await listed('savedReports.list')),
  }
  return Object.assign(shop, Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)))
}
