import type { Exchange } from '../engine/exchange'
import { recordOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { textOf } from '../engine/text'
import type { Shop } from '../engine/world'
import { makeCustomer } from './customerBasics'
import { dataOf, fieldsOf, linkTo, openLink } from './paying'
import { notNow, placeOne } from './sellingBasics'

/** A code that is read out opens the order together with the last digits of its phone number. */
export async function checkCodes(run: Run, shop: Shop): Promise<void> {
  const [order] = await placeOne(run, shop)
  const { code, exchange } = await linkTo(run, shop, order.id)
  const isGiven = run.verify('payments.codes', exchange, code !== '', 'a code, as the order has a phone number')
  if (!isGiven) return
  const digits = String(shop.customer['phone']).slice(-4)
  const open = (payCode: string, phoneDigits: string) => ({ as: null, body: { payCode, phoneDigits } })
  for (const typed of [code, ` ${code.toLowerCase().replaceAll('-', ' ')} `]) {
    const opened = await run.succeed('payments.codes', 'payments.openCode', open(typed, digits))
    const token = String(dataOf(opened)['token'])
    run.secrets.add(token, 'PAYMENT_TOKEN')
    const page = await openLink(run, 'payments.codes', token)
    const shown = fieldsOf(dataOf(page)['order'])['id']
    run.verify('payments.codes', page, shown === order.id, `order ${order.id}`, String(shown))
  }
  const other = code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`
  for (const [payCode, phoneDigits] of [
    [code, digits === '0000' ? '1111' : '0000'],
    [other, digits],
  ] as const) {
    await run.refuse('payments.codes', 'payments.openCode', { ...open(payCode, phoneDigits), isValid: true }, [404])
  }
  // The page may say why the link opens nothing any more.
  const opensNothing = async (payCode: string) => {
    const late = await run.ask('payments.openCode', open(payCode, digits))
    if (late.status !== 200) {
      return run.verify('payments.codes', late, late.status === 404, 'nothing by the code of a link that has ended')
    }
    const token = String(dataOf(late)['token'])
    run.secrets.add(token, 'PAYMENT_TOKEN')
    return run.refuse('payments.codes', 'payments.get', { as: null, params: { token }, isValid: true }, [404])
  }
  const { code: newer } = await linkTo(run, shop, order.id)
  await opensNothing(code)
  await run.succeed('orders.cancel', 'orders.cancel', { params: { orderId: order.id }, body: {} })
  await opensNothing(newer)
}

/** Who has neither a phone nor an address for mails gets a link to be copied, and neither a code nor a mail. */
export async function checkUnreachable(run: Run, shop: Shop): Promise<void> {
  const { tenant } = shop
  const body = { organizationId: tenant.organizationId, firstName: `${String(shop.customer['firstName'])} unreachable` }
  const [customer] = await makeCustomer(run, tenant, body)
  const [order] = await placeOne(run, { ...shop, customer })
  const params = { orderId: order.id }
  const mailing = { params, body: { mail: true, gatewayInstanceId: shop.till?.id }, alsoDeclared: notNow }
  const mailed = await run.ask('orders.createPaymentLink', { ...mailing, isValid: true })
  const to = mailed.status === 200 ? recordOf(mailed)['mailedTo'] : undefined
  run.verify('mails.link', mailed, !to, 'no link that is mailed, as there is no address', textOf(to))
  const { code, exchange } = await linkTo(run, shop, order.id)
  run.verify('payments.codes', exchange, code === '', 'no code, as the order has no phone number')
  await run.succeed('orders.cancel', 'orders.cancel', { params, body: {} })
}

/** While a link is out, whoever speaks with the customer is told its code again, and where that is typed. */
export function verifyTold(run: Run, exchange: Exchange, code: string): void {
  const { payCode = null, payCodePage = null } = fieldsOf(dataOf(exchange)['link'])
  run.verify('payments.codes', exchange, (payCode ?? '') === code, 'the code of the link that is out', textOf(payCode))
  const isSaid = payCode === null || payCodePage !== null
  run.verify('payments.codes', exchange, isSaid, 'where the code is typed, in payCodePage')
}
