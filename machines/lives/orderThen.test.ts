import { expect, test } from 'vitest'
import type { OrderPayments } from '../../contract/extensions/payments'
import { orderThen, toldThen, unitsText } from './orderThen'

const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`
const event = (id: string, minute: number, more: object = {}) => ({ id, kind: id, createdAt: at(minute), ...more })

const order: Parameters<typeof orderThen>[0] = {
  total: 40,
  timeline: [
    event('place', 0, { to: 'open' }),
    event('parcel_packed', 5),
    event('readdress', 6, { from: 'open', to: 'open', text: '9 Heron Wharf, Austin → 10 Heron Wharf, Austin' }),
    event('payment', 10),
    event('parcel_shipped', 20),
    event('parcel_delivered', 30),
    event('complete', 30, { from: 'open', to: 'completed' }),
  ],
  fulfilments: [
    {
      id: 'ful_1',
      status: 'delivered',
      createdAt: at(5),
      shippedAt: at(20),
      deliveredAt: at(30),
      contents: [{ orderItemId: 'itm_1', name: 'Hose', quantity: 2 }],
    },
    { id: 'ful_2', status: 'cancelled', createdAt: at(5), updatedAt: at(7), contents: [] },
  ],
}
const payments = {
  attempts: [{ id: 'att_1', state: 'succeeded', amount: 40, endedAt: at(10) }],
  refunds: [{ id: 'ref_1', state: 'succeeded', amount: 10, endedAt: at(40) }],
} as unknown as Pick<OrderPayments, 'attempts' | 'refunds'>

const then = (id: string, of = order, paid: typeof payments = payments) => {
  const chosen = of.timeline.find((one) => one.id === id)
  if (!chosen) throw new Error(`no event ${id}`)
  const was = orderThen(of, paid, chosen)
  return { ...was, told: toldThen(was, chosen) }
}

test('OR-04 what became of an order by an event is said as a seller says it', () => {
  expect(then('place').told).toBe('Not paid yet, and nothing packed')
  expect(then('payment').told).toBe('Paid, and nothing sent')
  expect(then('parcel_shipped').told).toBe('Paid, and 1 of 1 parcel sent')
  expect(then('parcel_delivered').told).toBe('Paid, and delivered')
  expect(then('complete').told).toBe('Completed: paid, and all of it delivered')
  const stopped = (kind: string, to: string) => ({
    ...order,
    timeline: [event('place', 0, { to: 'open' }), event(kind, 50, { from: 'open', to })],
  })
  const unpaid = { attempts: [], refunds: [] }
  expect(then('cancel', stopped('cancel', 'cancelled'), unpaid).told).toBe('Cancelled, as nothing had been paid')
  expect(then('cancel', stopped('cancel', 'cancelled')).told).toBe('Cancelled; what had been paid was on its way back')
  const all = { ...payments, refunds: payments.refunds.map((refund) => ({ ...refund, amount: 40 })) }
  expect(then('cancel', stopped('cancel', 'cancelled'), all).told).toBe('Cancelled; what had been paid was given back')
  expect(then('expire', stopped('expire', 'expired'), unpaid).told).toBe('Expired, as it was not paid in time')
})

test('OR-04 what was paid elsewhere had been when the order was imported', () => {
  const imported = { ...order, importedNumber: '#1001', paidTotal: 40, timeline: [event('import', 0, { to: 'open' })] }
  expect(then('import', imported, { attempts: [], refunds: [] }).paid).toBe(40)
  const part = { attempts: [{ id: 'att_1', state: 'succeeded', amount: 10.1, endedAt: at(1) }], refunds: [] }
  expect(then('import', imported, part as unknown as typeof payments).paid).toBe(40)
  expect(then('import', { ...imported, paidTotal: 10.1 }, part as unknown as typeof payments).paid).toBe(10.1)
})

test('OR-04 address and parcels are told as they were', () => {
  expect(then('place')).toMatchObject({ state: 'open', address: '9 Heron Wharf, Austin', parcels: [] })
  expect(then('parcel_packed').parcels.map(({ state }) => state)).toEqual(['pending', 'pending'])
  expect(then('payment')).toMatchObject({
    // The address as it is now.
    address: undefined,
    parcels: [{ state: 'pending', contents: '2 × Hose' }, { state: 'cancelled' }],
  })
  expect(then('parcel_shipped').parcels[0]).toMatchObject({ state: 'shipped' })
  expect(unitsText([{ quantity: 1, name: '' }])).toBe('1 × -')
})

test('OR-04 what comes within the same second is told apart', () => {
  const paidAtOnce = {
    ...order,
    timeline: [event('place', 0, { to: 'open' }), { ...event('payment', 0), createdAt: '2026-03-01T10:00:00.300Z' }],
  }
  const attempts = [{ ...payments.attempts[0], endedAt: '2026-03-01T10:00:00.300Z' }] as typeof payments.attempts
  expect(then('place', paidAtOnce, { attempts, refunds: [] })).toMatchObject({ paid: 0 })
  expect(then('payment', paidAtOnce, { attempts, refunds: [] })).toMatchObject({ paid: 40 })
})
