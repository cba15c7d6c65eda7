import { expect, test } from 'vitest'
import { fulfilmentLife, fulfilmentStatusOf, unpackedOf } from './fulfilmentLife'
import { fold, stepOf, whyNot } from './life'

const pack = { type: 'pack', order: 'open', units: 2, unpacked: 3 } as const
const assign = { type: 'assign', order: 'open', carrier: 'UPS', trackingNumber: '1Z999AA10123456784' } as const

test('LI-04 a parcel is packed, shipped and delivered', () => {
  expect(fold(fulfilmentLife, [pack, assign, { type: 'ship', order: 'open' }, assign, { type: 'deliver' }])).toBe(
    'delivered',
  )
  expect(whyNot(fulfilmentLife, 'pending', { type: 'deliver' })).toBe('This parcel has not been shipped yet.')
  expect(whyNot(fulfilmentLife, 'shipped', { type: 'ship', order: 'open' })).toBe(
    'This parcel has been shipped already.',
  )
  expect(whyNot(fulfilmentLife, 'delivered', assign)).toBe('This parcel has been delivered.')
})

test('LI-04 a parcel that is still here can be given up, and one that is on its way can not', () => {
  expect(stepOf(fulfilmentLife, 'pending', { type: 'cancel' })).toEqual({ to: 'cancelled' })
  expect(whyNot(fulfilmentLife, 'shipped', { type: 'cancel' })).toBe('This parcel has been shipped already.')
  expect(whyNot(fulfilmentLife, 'cancelled', { type: 'ship', order: 'open' })).toBe('This parcel has been cancelled.')
})

test('FU-02 GE-05 tracking for a cancelled order is refused in a sentence, whatever its parcel is', () => {
  const cancelled = { ...assign, order: 'cancelled' } as const
  for (const state of ['pending', 'shipped', 'cancelled'] as const) {
    expect(whyNot(fulfilmentLife, state, cancelled)).toBe('This order has been cancelled.')
  }
  expect(whyNot(fulfilmentLife, 'pending', { type: 'ship', order: 'cancelled' })).toBe('This order has been cancelled.')
  expect(whyNot(fulfilmentLife, 'pending', { ...assign, order: 'expired' })).toBe('This order has expired.')
  expect(whyNot(fulfilmentLife, 'cancelled', assign)).toBe('This parcel has been cancelled.')
})

test('FU-03 no more is packed than is left, and something stays in a parcel that is split', () => {
  expect(whyNot(fulfilmentLife, 'planned', { ...pack, units: 4 })).toBe('Not so much of this order is left to send.')
  expect(whyNot(fulfilmentLife, 'planned', { ...pack, unpacked: 0 })).toBe('All of this order is in parcels already.')
  expect(whyNot(fulfilmentLife, 'planned', { ...pack, units: 0 })).toBe('Nothing has been put into this parcel.')
  expect(whyNot(fulfilmentLife, 'planned', { ...pack, order: 'cancelled' })).toBe('This order has been cancelled.')
  const split = { type: 'split', order: 'open', units: 1, held: 2 } as const
  expect(stepOf(fulfilmentLife, 'pending', split)).toEqual({ to: 'pending' })
  expect(whyNot(fulfilmentLife, 'pending', { ...split, units: 2 })).toBe('Something has to stay in this parcel.')
  expect(whyNot(fulfilmentLife, 'pending', { ...split, units: 0 })).toBe('Choose what goes into the other parcel.')
  expect(whyNot(fulfilmentLife, 'shipped', split)).toBe('This parcel has been shipped already.')
})

test('LI-04 the fulfilment status of an order follows from its parcels', () => {
  const fulfilment = (status: 'pending' | 'shipped' | 'delivered' | 'cancelled', units: number) => ({ status, units })
  expect(fulfilmentStatusOf(3, [])).toBe('unfulfilled')
  expect(fulfilmentStatusOf(3, [fulfilment('pending', 3)])).toBe('unfulfilled')
  expect(fulfilmentStatusOf(3, [fulfilment('shipped', 1), fulfilment('pending', 2)])).toBe('partial')
  expect(fulfilmentStatusOf(3, [fulfilment('delivered', 1)])).toBe('partial')
  expect(fulfilmentStatusOf(3, [fulfilment('shipped', 1), fulfilment('delivered', 2)])).toBe('shipped')
  expect(fulfilmentStatusOf(3, [fulfilment('delivered', 3), fulfilment('cancelled', 3)])).toBe('delivered')
  expect(fulfilmentStatusOf(3, [fulfilment('cancelled', 3)])).toBe('unfulfilled')
  expect(unpackedOf(3, [fulfilment('cancelled', 3), fulfilment('pending', 1)])).toBe(2)
})
