import { expect, test } from 'vitest'
import { type MoneyMoved, paymentOf } from './paymentStatus'

const charge = (amount: number, status: MoneyMoved['status'] = 'succeeded'): MoneyMoved => ({
  type: 'charge',
  status,
  amount,
})
const refund = (amount: number, status: MoneyMoved['status'] = 'succeeded'): MoneyMoved => ({
  type: 'refund',
  status,
  amount,
})

test.each<[said: string, total: number, moved: MoneyMoved[], paid: number, refunded: number]>([
  ['unpaid', 900, [], 0, 0],
  ['unpaid', 900, [charge(900, 'failed')], 0, 0],
  ['pending', 900, [charge(900, 'failed'), charge(900, 'pending')], 0, 0],
  ['paid', 900, [charge(900, 'failed'), charge(900)], 900, 0],
  ['paid', 900, [charge(900), refund(900, 'failed'), refund(100, 'pending')], 900, 0],
  ['paid', 0, [], 0, 0],
  ['overpaid', 900, [charge(900), charge(900)], 1_800, 0],
  ['paid', 900, [charge(900), charge(900), refund(900)], 1_800, 900],
  ['partially_refunded', 900, [charge(900), refund(300), refund(599)], 900, 899],
  ['refunded', 900, [charge(900), refund(300), refund(600)], 900, 900],
])('LI-02 an order is %s when of %d %j has moved', (status, total, moved, paid, refunded) => {
  expect(paymentOf(total, moved)).toEqual({ status, paid, refunded })
})
