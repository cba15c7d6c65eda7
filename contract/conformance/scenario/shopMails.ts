import { cents } from '../engine/amounts'
import { difference } from '../engine/compare'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import { textOf } from '../engine/text'
import type { Sale } from '../predict/books'
import { dataOf, listOf, paymentsOf } from './paying'
import { makeOne } from './sellingBasics'
import { mailsOf } from './shopSteps'
import { nth, type Trade } from './trade'

const rule = 'mails.counted'
const receipt = 'order.completed'
const refunded = 'order.refunded'
/** In the subject of what a campaign sends by itself. */
const instead = 'instead'

/** What the organization's own mails say, so that it is seen which of them was sent, and about what. */
const subjects: Readonly<Record<string, string>> = {
  [receipt]: '{{order_id}} is paid',
  [refunded]: '{{order_id}} back: {{refund_amount}}',
}

/** Writes the organization's own mails anew, where it is the check's own; returns them by their events. */
export async function writeMails({ run, world, place: { tenant, isOwn } }: Trade): Promise<ReadonlyMap<string, Row>> {
  const query = { organizationId: tenant.organizationId }
  const own = new Map<string, Row>()
  if (!isOwn) return own
  for (const mail of rowsOf(await run.succeed(rule, 'orderMails.list', { query }))) {
    const event = textOf(mail['event'])
    const subject = subjects[event]
    if (subject === undefined || mail['enabled'] !== true) continue
    own.set(event, mail)
    const params = { orderMailId: mail.id }
    await run.succeed(rule, 'orderMails.update', { params, body: { subject: `${world.marker} ${subject}` } })
  }
  return own
}

/** What a campaign answers a payment with stands in the place of what its organization would send. */
export async function answerPayments(trade: Trade, campaign: Row): Promise<Row> {
  const {
    run,
    world: { marker },
    place: { tenant },
  } = trade
  const { organizationId } = tenant
  const from = 'checker@offerdesk.example'
  const pluginBody = { organizationId, name: `${marker} receipts`, kind: 'outbox', from }
  const [plugin] = await makeOne(run, tenant, 'plugins', 'plugins.list', pluginBody)
  const text = { subject: `${marker} ${instead} {{order_id}}`, body: '<p>{{order_total}}</p>' }
  const body = { ...text, pluginInstanceId: plugin.id, event: receipt, from }
  return recordOf(await run.succeed(rule, 'autoresponders.createEmail', { params: { campaignId: campaign.id }, body }))
}

/** Switches the mail about refunds off or on. */
export async function switchRefundMails({ run }: Trade, own: ReadonlyMap<string, Row>, step: string): Promise<void> {
  const mail = own.get(refunded)
  if (mail !== undefined) {
    await run.succeed(rule, `orderMails.${step}`, { params: { orderMailId: mail.id }, body: {} })
  }
}

/** Puts the texts back as they were, of a mail that is off; which says nothing of whether it is sent. */
export async function resetMails({ run }: Trade, own: ReadonlyMap<string, Row>): Promise<void> {
  for (const { id, subject, body } of own.values()) {
    const ask = { params: { orderMailId: id }, body: {} }
    await run.succeed('orderMails.change', 'orderMails.disable', ask)
    const exchange = await run.succeed('orderMails.change', 'orderMails.reset', ask)
    const wrong = difference({ subject, body, enabled: false }, recordOf(exchange))
    run.verify(
      'orderMails.change',
      exchange,
      wrong === undefined,
      'the original text of a mail that is off still',
      wrong,
    )
    await run.succeed('orderMails.change', 'orderMails.enable', ask)
  }
}

/**
 * Who has paid gets one receipt, and one mail of each refund, as the organization has written them, where its campaign has no
 * mails of its own; and nothing of what is switched off (ML-04).
 */
export async function areMailed(
  trade: Trade,
  own: ReadonlyMap<string, Row>,
  { id, customer }: Sale,
  /** How many of its refunds, the oldest first: all, or those before it was switched off. */
  told: number | 'all',
  /** Whether its campaign sends the receipt. */
  isAnswered = false,
): Promise<void> {
  if (own.size < 2) return
  const { run, customers } = trade
  const exchange = await paymentsOf(run, rule, id)
  const refunds = listOf(dataOf(exchange)['refunds']).filter(({ state }) => state === 'succeeded')
  const given = told === 'all' ? refunds : refunds.slice(0, told)
  const { email } = customers.find((row) => row.id === customer) ?? nth(customers, 0)
  const order = recordOf(await run.succeed(rule, 'orders.get', { params: { orderId: id } }))
  const due = { [receipt]: 1, [refunded]: given.length }
  for (const [event, count] of Object.entries(due)) {
    const mails = await mailsOf(trade, id, event, count)
    const expected = `${count} mails about ${event}`
    run.verify(rule, exchange, mails.length === count, expected, `${mails.length}`)
    const stray = mails.find(
      ({ to, subject }) => to !== email || !textOf(subject).includes(trade.world.marker) || !names(subject, order),
    )
    const about = 'a mail to the customer, with what the organization has written and the number of the order'
    run.verify(rule, exchange, stray === undefined, about, JSON.stringify(stray))
    const other = mails.find(({ subject }) => textOf(subject).includes(instead) !== (isAnswered && event === receipt))
    const whose = isAnswered ? 'the campaign’s own mail, and no other, where it has one' : 'no mail of another campaign'
    run.verify(rule, exchange, other === undefined, whose, textOf(other?.['subject']))
    if (event !== refunded) continue
    const amounts = given.map(({ amount }) => (cents(amount) / 100).toFixed(2))
    const untold = amounts.find((amount) => !mails.some(({ subject }) => plain(subject).includes(amount)))
    run.verify(rule, exchange, untold === undefined, 'each refund with its amount', `no mail about ${String(untold)}`)
  }
}

const names = (subject: unknown, order: Row) => textOf(subject).includes(textOf(order['number']))
/** Amounts may be written with a comma. */
const plain = (subject: unknown) => textOf(subject).replaceAll(',', '.')
