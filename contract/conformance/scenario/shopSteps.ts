import type { Exchange } from '../engine/exchange'
import { recordOf, type Row, rowsOf, searchPage } from '../engine/listing'
import { attempt, lookAgain } from '../engine/steps'
import { textOf } from '../engine/text'
import type { Sale } from '../predict/books'
import { checkTold } from './organizations'
import { otherNames } from './ownOrganization'
import { fieldsOf } from './paying'
import { makeOne } from './sellingBasics'
import { renameTill } from './shopNames'
import { balance, nth, type Trade } from './trade'
import { twiceAtOnce } from './twiceAtOnce'

const rule = 'shop.figures'

/** Counts a stock anew. */
export async function count(trade: Trade, index: number, by: number): Promise<void> {
  const { run, books, products } = trade
  const { id } = nth(products, index)
  const body = { by, reason: 'counted' }
  const exchange = await twiceAtOnce(run, rule, 'products.adjustStock', { params: { productId: id }, body })
  books.products.set(id, (books.products.get(id) ?? 0) + by)
  await balance(trade, exchange, 'a stock is counted')
}

/** A deleted offer is no more of its campaign's, and what was sold of it stays. */
export async function dropOffer(trade: Trade, index: number): Promise<void> {
  const { run, books, offers, place: where } = trade
  const offer = nth(offers, index)
  const exchange = await run.succeed(rule, 'offers.delete', { params: { offerId: offer.id } })
  const known = books.offers.get(offer.id)
  if (known !== undefined) books.offers.set(offer.id, { ...known, isGone: true })
  await balance(trade, exchange, 'an offer is deleted')
  const orderId = [...books.sales.values()]
    .filter(({ lines }) => lines.some((line) => line.offer === offer.id))
    .map(({ id }) => id)
  if (orderId.length === 0) return
  const query = { organizationId: where.tenant.organizationId, resource: 'orderLines' as const, filters: { orderId } }
  const { rows } = await searchPage(run, { ...query, limit: 100, page: 1 })
  const isLeft = orderId.every((id) =>
    rows.some((row) => row['orderId'] === id && row['name'] === offer['displayName']),
  )
  run.verify(rule, exchange, isLeft, 'what was sold of it among the lines of orders', `${rows.length} lines`)
}

/** A copy begins with what its campaign has, auto-responders among it, and sells on its own. */
export async function copy(trade: Trade): Promise<void> {
  const {
    run,
    world,
    place: { tenant },
    books,
    campaigns,
  } = trade
  const { organizationId } = tenant
  const campaign = nth(campaigns, 0)
  const pluginBody = {
    organizationId,
    name: `${world.marker} books`,
    kind: 'outbox',
    from: 'checker@offerdesk.example',
  }
  const [plugin] = await makeOne(run, tenant, 'plugins', 'plugins.list', pluginBody)
  const params = { campaignId: campaign.id }
  const mails = ['order.completed', 'order.tracking_number.assigned'].map((event, index) => ({
    subject: `${world.marker} books {{order_id}}`,
    body: `<p>${index}</p>`,
    pluginInstanceId: plugin.id,
    event,
    from: `checker${index}@offerdesk.example`,
  }))
  for (const body of mails) await run.succeed(rule, 'autoresponders.createEmail', { params, body })
  if (!run.lacks('autoresponders.pause')) {
    const silent = { ...mails[0], subject: `${world.marker} silent` }
    const { id } = recordOf(await run.succeed(rule, 'autoresponders.createEmail', { params, body: silent }))
    await run.succeed(rule, 'autoresponders.pause', { params: { autoresponderId: id }, body: {} })
  }
  const respondersOf = async (campaignId: string) =>
    rowsOf(await run.succeed(rule, 'autoresponders.listEmail', { params: { campaignId } }))
  const told = (rows: readonly Row[]) =>
    rows
      .map(({ subject, body, event, from, pluginInstanceId, paused }) =>
        JSON.stringify([subject, body, event, from, pluginInstanceId, paused === true]),
      )
      .toSorted()
      .join('\n')
  const body = { organizationId, name: `${world.marker} D books`, copiedFrom: campaign.id }
  const [made, exchange] = await makeOne(run, tenant, 'campaigns', 'campaigns.copy', body)
  const [due, copied] = [await respondersOf(campaign.id), await respondersOf(made.id)]
  const expected = `the ${due.length} auto-responders of its campaign`
  run.verify('campaigns.copy', exchange, told(due) === told(copied), expected, `${copied.length}: ${told(copied)}`)
  const filters = { campaignId: made.id }
  const { rows } = await searchPage(run, { organizationId, resource: 'offers', filters, limit: 100, page: 1 })
  const originals = [...books.offers.values()].filter(({ campaign: of, isGone }) => of === campaign.id && !isGone)
  run.verify(
    'campaigns.copy',
    exchange,
    rows.length === originals.length,
    `${originals.length} offers`,
    `${rows.length}`,
  )
  for (const row of rows) {
    run.journal.made('offers', row.id, tenant.account.name, String(row['displayName']))
    const [product, quantity] = [String(row['productId']), Number(row['quantity'])]
    books.offers.set(row.id, {
      id: row.id,
      campaign: made.id,
      product,
      quantity,
      pieces: Number(row['quantityPerOrder'] ?? 1),
    })
  }
  books.campaigns.add(made.id)
  await balance(trade, exchange, 'a campaign is copied')
  for (const { id } of [...due, ...copied]) {
    await run.succeed(rule, 'autoresponders.delete', { params: { autoresponderId: id } })
  }
}

/** Mails of an order and one event, once they are as many as are due, and a moment longer. */
export async function mailsOf(
  { run, place: { tenant } }: Trade,
  orderId: string,
  event: string,
  due: number,
): Promise<Row[]> {
  const query = { organizationId: tenant.organizationId, orderId, limit: '100' }
  const look = async () => {
    const listed = rowsOf(await run.succeed('mails.counted', 'mails.list', { query }))
    return listed.filter((mail) => mail['event'] === event)
  }
  await lookAgain(run, { looks: 12, pause: 250 }, look, ({ length }) => length >= due)
  await run.sender.pause(250)
  return look()
}

/** A link is mailed once by every auto-responder of its campaign, however often the request comes; and once more as the next link is. */
export async function mailLinks(trade: Trade, { id }: Sale): Promise<void> {
  const {
    run,
    world,
    place: { tenant },
    campaigns,
  } = trade
  const { organizationId } = tenant
  const event = 'order.payment_link.created'
  const from = 'checker@offerdesk.example'
  const pluginBody = { organizationId, name: `${world.marker} links`, kind: 'outbox', from }
  const [plugin] = await makeOne(run, tenant, 'plugins', 'plugins.list', pluginBody)
  const params = { campaignId: nth(campaigns, 0).id }
  const made: Row[] = []
  for (const word of ['one', 'two']) {
    const body = {
      subject: `${world.marker} ${word}`,
      body: '<p>{{payment_link}}</p>',
      pluginInstanceId: plugin.id,
      event,
      from,
    }
    made.push(recordOf(await run.succeed('mails.counted', 'autoresponders.createEmail', { params, body })))
  }
  const send = () =>
    twiceAtOnce(run, 'mails.counted', 'orders.createPaymentLink', {
      params: { orderId: id },
      body: { mail: true, gatewayInstanceId: trade.till.id },
    })
  for (const due of [2, 4]) {
    const exchange = await send()
    const mails = await mailsOf(trade, id, event, due)
    if (due === 2) await foundByNumber(trade, exchange, mails)
    const to = new Set(mails.map((mail) => String(mail['to'])))
    run.verify(
      'mails.counted',
      exchange,
      mails.length === due && to.size === 1,
      `${due} mails to the customer`,
      `${mails.length}`,
    )
  }
  for (const { id: autoresponderId } of made) {
    await run.succeed('mails.counted', 'autoresponders.delete', { params: { autoresponderId } })
  }
  await run.succeed('mails.counted', 'orders.endPaymentLink', { params: { orderId: id }, body: {} })
}

/** What stands nowhere in a mail finds it all the same, as it is of that order. */
async function foundByNumber({ run, place: { tenant } }: Trade, exchange: Exchange, mails: Row[]): Promise<void> {
  const [mail] = mails
  const { number } = fieldsOf(mail?.['order'])
  if (typeof number !== 'number' || textOf(mail?.['subject']).includes(String(number))) return
  const query = { organizationId: tenant.organizationId, q: String(number), limit: '100' }
  const found = new Set(rowsOf(await run.succeed('mails.list', 'mails.list', { query })).map(({ id }) => id))
  const lost = mails.find(({ id }) => !found.has(id))
  run.verify('mails.list', exchange, lost === undefined, `the mails of order ${number} by its number`, lost?.id)
}

/** Names that other lists show are the new ones everywhere, and prices that were paid stay. */
export async function rename(trade: Trade): Promise<void> {
  const {
    run,
    world,
    place: { tenant },
    campaigns,
    products,
    offers,
  } = trade
  const { organizationId } = tenant
  const [campaign, product] = [nth(campaigns, 0), nth(products, 0)]
  const name = `${world.marker} A renamed`
  const sku = `${world.marker}-renamed`
  const ofCampaign = await run.succeed(rule, 'campaigns.update', {
    params: { campaignId: campaign.id },
    body: { name },
  })
  const ofProduct = await run.succeed(rule, 'products.update', { params: { productId: product.id }, body: { sku } })
  const filters = { campaignId: campaign.id }
  const offered = (await searchPage(run, { organizationId, resource: 'offers', filters, limit: 100, page: 1 })).rows
  const sold = (await searchPage(run, { organizationId, resource: 'orders', filters, limit: 100, page: 1 })).rows
  const old = [...offered, ...sold].find((row) => row['campaignName'] !== name)
  run.verify(
    rule,
    ofCampaign,
    old === undefined,
    `${name} as the name of the campaign in other lists`,
    String(old?.['campaignName']),
  )
  const numbered = offered.filter((row) => row['productId'] === product.id)
  const other = numbered.find((row) => row['productSku'] !== sku)
  run.verify(
    rule,
    ofProduct,
    other === undefined,
    `${sku} as the number of its offers' product`,
    String(other?.['productSku']),
  )
  const back = { params: { productId: product.id }, body: { sku: product['sku'] } }
  await run.succeed(rule, 'products.update', back)
  await attempt(run, rule, () => renameTill(trade, campaign, name))
  if (trade.place.isOwn) await renameShop(trade)
  await balance(trade, ofProduct, `names are changed, of ${offers.length} offers`)
}

/** Who sells is called alike wherever they are named. */
async function renameShop({ run, place: { tenant } }: Trade): Promise<void> {
  const params = { organizationId: tenant.organizationId }
  const { name } = recordOf(await run.succeed(rule, 'organizations.settings', { params }))
  const called = textOf(name ?? '')
  for (const other of otherNames(called)) {
    await run.succeed(rule, 'organizations.update', { params, body: { name: other } })
    await attempt(run, 'organization.change', () => checkTold(run, tenant.organizationId, other.trim()))
  }
  await run.succeed(rule, 'organizations.update', { params, body: { name: called } })
}

/** What is put away is left out of its list, and found by its id still. */
export async function putAway(trade: Trade): Promise<void> {
  const { run, campaigns } = trade
  const params = { campaignId: nth(campaigns, 2).id }
  const exchange = await run.succeed(rule, 'campaigns.archive', { params, body: {} })
  await balance(trade, exchange, 'a campaign is put away')
}
