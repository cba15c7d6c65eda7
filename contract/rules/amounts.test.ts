import { expect, test } from 'vitest'
import { amountOf, orderAmounts, shownAmount, signedAmount, taxRateOf } from './amounts'

const dollars = { currency: 'USD', taxRate: 8_250, pricesIncludeTax: false }

test('NO-01 tax is rounded half up for each line, then added up, on goods and on what a line ships for', () => {
  const lines = [
    { quantity: 3, unitPrice: 1_999, shipPrice: 495 },
    { quantity: 1, unitPrice: 200, shipPrice: 0 },
  ]
  expect(orderAmounts(lines, dollars)).toEqual({
    lines: [
      { total: 5_997, shipping: 495, tax: 536 },
      // 16.5 hundredths
      { total: 200, shipping: 0, tax: 17 },
    ],
    subtotal: 6_197,
    shippingTotal: 495,
    taxTotal: 553,
    total: 7_245,
  })
})

test('NO-01 where prices include the tax, it is within the total', () => {
  const terms = { currency: 'EUR', taxRate: taxRateOf(19), pricesIncludeTax: true }
  expect(orderAmounts([{ quantity: 2, unitPrice: 5_950, shipPrice: 0 }], terms)).toMatchObject({
    taxTotal: 1_900,
    total: 11_900,
  })
})

test('NO-01 amounts of a currency without decimals stay whole', () => {
  const yen = { currency: 'JPY', taxRate: taxRateOf(8), pricesIncludeTax: false }
  const { taxTotal, total } = orderAmounts([{ quantity: 1, unitPrice: amountOf(1_256), shipPrice: 0 }], yen)
  expect([taxTotal, total]).toEqual([amountOf(100), amountOf(1_356)])
  expect(shownAmount(total, 'JPY')).toBe('¥1,356')
})

test('NO-01 three decimals of a percent are exact, and the largest order is added up exactly', () => {
  const terms = { ...dollars, taxRate: taxRateOf(8.875) }
  const most = amountOf(9_999_999.99)
  expect(orderAmounts([{ quantity: 1, unitPrice: most, shipPrice: 0 }], terms).taxTotal).toBe(88_750_000)
  expect(orderAmounts([], terms)).toMatchObject({ total: 0, lines: [] })
})

test('GE-15 a refund is a negative amount, whatever sign a backend gives it', () => {
  expect(signedAmount({ type: 'refund', amount: 9.69 })).toBe(-9.69)
  expect(signedAmount({ type: 'refund', amount: -9.69 })).toBe(-9.69)
  expect(signedAmount({ type: 'charge', amount: 9.69 })).toBe(9.69)
  expect(signedAmount({ type: 'refund', amount: 0 })).toBe(0)
  expect(signedAmount({ type: 'refund' })).toBeUndefined()
})
