import type { Run } from '../engine/run'
import { textOf } from '../engine/text'
import type { Shop } from '../engine/world'
import { cards, dataOf, linkTo, listOf, payBy, paymentsOf } from './paying'
import { read, readOrder } from './sellingBasics'

const rule = 'gateways.cap'

/** What was declined by the shop's own gateway is paid through another one, which is told of the order then, and each of its own attempt. */
export async function payAfterAnother(run: Run, shop: Shop, orderId: string, gatewayInstanceId: string): Promise<void> {
  const first = await linkTo(run, shop, orderId)
  await payBy(run, rule, first.token, cards.declined)
  const { token } = await linkTo(run, shop, orderId, { gatewayInstanceId })
  const paid = await payBy(run, rule, token, cards.paid)
  const told = (await readOrder(run, shop.tenant, orderId, rule))['gatewayInstanceId']
  const expected = `the gateway of the newest charge, ${gatewayInstanceId}`
  run.verify('payments.once', paid, told === gatewayInstanceId, expected, textOf(told))
  const { displayName } = await read(run, shop.tenant, 'gateways.list', 'gateways.get', { gatewayInstanceId })
  const names = [shop.till?.['displayName'], displayName].map(textOf).join(', ')
  const payments = await paymentsOf(run, rule, orderId)
  const is = listOf(dataOf(payments)['attempts'])
    .map(({ gatewayName }) => textOf(gatewayName))
    .join(', ')
  run.verify('payments.link', payments, is === names, `attempts through ${names}, the oldest first`, is)
}
