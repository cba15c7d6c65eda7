import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type RefundableLine,
  refundParts,
  type ShippingBack,
  shippingLeft,
  splitOver,
  sumOfParts,
  whyNotShipping,
  whyNotUnits,
} from './refunds'

const line: RefundableLine = {
  id: 'line',
  quantity: 3,
  refundedQuantity: 0,
  goods: 1_000,
  tax: 80,
  shipping: 500,
  refundedShipping: 0,
  smallest: 1,
}
const partsOf = (of: RefundableLine, units: number, shipping: ShippingBack = 0) =>
  sumOfParts(refundParts([{ line: of, units }], shipping))

test('OR-03 the units of a line, refunded one by one, cost the line to the cent', () => {
  const goods = [0, 1, 2].map((refundedQuantity) => partsOf({ ...line, tax: 0, refundedQuantity }, 1).total)
  expect(goods).toEqual([333, 333, 334])
  expect(partsOf({ ...line, tax: 0 }, 3).total).toBe(1_000)
  // Of a currency without decimals no part is a fraction.
  expect(partsOf({ ...line, tax: 0, smallest: 100 }, 1)).toEqual({ goods: 300, tax: 0, shipping: 0, total: 300 })
  expect(whyNotUnits({ ...line, refundedQuantity: 2 }, 2)).toBe('At most 1 can be refunded')
  expect(whyNotUnits({ ...line, refundedQuantity: 3 }, 1)).toBe('All of this has been refunded')
})

test('OR-03 shipping goes back in proportion to the units, or as it is asked for, and never more than is left', () => {
  expect(partsOf(line, 1, 'share')).toEqual({ goods: 334, tax: 26, shipping: 166, total: 526 })
  expect(partsOf({ ...line, refundedQuantity: 2, refundedShipping: 450 }, 1, 'share').shipping).toBe(50)
  expect(partsOf(line, 1, 400).shipping).toBe(400)
  const other = { ...line, id: 'other', shipping: 200 }
  const chosen = [line, other].map((of) => ({ line: of, units: 1 }))
  expect(refundParts(chosen, 600).map(({ shipping }) => shipping)).toEqual([500, 100])
  expect(whyNotShipping([line, other], 700, 'USD')).toBeUndefined()
  expect(whyNotShipping([line, other], 701, 'USD')).toBe('At most $7.00 of their shipping can be refunded')
  expect(whyNotShipping([{ ...line, refundedShipping: 500 }], 1, 'USD')).toBe(
    'Their shipping has been refunded already',
  )
})

test('OR-03 refunds of parts, in whatever order and size, add up to what was charged, and never to more', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 })
  const sale = fc.record({
    quantity: fc.integer({ min: 1, max: 12 }),
    goods: amount,
    tax: amount,
    shipping: amount,
    smallest: fc.constantFrom(1, 100),
  })
  const steps = fc.array(
    fc.record({
      units: fc.integer({ min: 1, max: 5 }),
      shipping: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    }),
  )
  fc.assert(
    fc.property(sale, steps, ({ smallest, quantity, ...amounts }, planned) => {
      const [goods, tax, shipping] = [amounts.goods, amounts.tax, amounts.shipping].map((one) => one * smallest)
      if (goods === undefined || tax === undefined || shipping === undefined) throw new Error('three amounts')
      const charged = goods + tax + shipping
      const sold = { id: 'line', quantity, goods, tax, shipping, smallest, refundedQuantity: 0, refundedShipping: 0 }
      let given = 0
      const give = (units: number, back: ShippingBack) => {
        const parts = partsOf(sold, units, back)
        for (const part of [parts.goods, parts.tax, parts.shipping]) {
          expect(part).toBeGreaterThanOrEqual(0)
          expect(part % smallest).toBe(0)
        }
        expect(parts.goods + parts.tax + parts.shipping).toBe(parts.total)
        given += parts.total
        expect(given).toBeLessThanOrEqual(charged)
        sold.refundedQuantity += units
        sold.refundedShipping += parts.shipping
      }
      // Something is left for the end, as shipping goes back with units.
      for (const { units, shipping: portion } of planned) {
        if (sold.refundedQuantity + units >= quantity) break
        give(units, portion === null ? 'share' : Math.floor((shippingLeft(sold) / smallest) * portion) * smallest)
      }
      give(quantity - sold.refundedQuantity, shippingLeft(sold))
      expect(given).toBe(charged)
    }),
    { seed: 7, numRuns: 500 },
  )
})

test('OR-03 a line whose units all go back with their share of shipping costs what was charged', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 1, max: 20 }), (shipping, quantity) => {
      const sold = { ...line, quantity, shipping }
      let given = 0
      for (; sold.refundedQuantity < quantity; sold.refundedQuantity += 1) {
        const parts = partsOf(sold, 1, 'share')
        given += parts.total
        sold.refundedShipping += parts.shipping
      }
      expect(given).toBe(sold.goods + sold.tax + shipping)
    }),
    { seed: 7 },
  )
})

test('OR-03 a refund is split over charges, the newest first', () => {
  const charges = [
    { id: 'old', refundable: 500 },
    { id: 'new', refundable: 300 },
  ]
  expect(splitOver(charges, 400)).toEqual([
    { id: 'new', amount: 300 },
    { id: 'old', amount: 100 },
  ])
  expect(splitOver(charges, 300)).toEqual([{ id: 'new', amount: 300 }])
})
