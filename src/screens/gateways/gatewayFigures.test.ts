import { expect, test } from 'vitest'
import { capText, isCapped } from './gatewayFigures'

test.each([
  [{ monthlyCap: 500, chargedThisMonth: 125.5 }, '$125.50 of $500.00 (25 %)', false],
  [{ monthlyCap: 500, chargedThisMonth: 499.99 }, '$499.99 of $500.00 (99 %)', false],
  [{ monthlyCap: 500, chargedThisMonth: 500 }, '$500.00 of $500.00 (100 %)', true],
  [{ monthlyCap: 500, chargedThisMonth: null }, '$0.00 of $500.00 (0 %)', false],
  [{ monthlyCap: 0, chargedThisMonth: 0 }, '$0.00 of $0.00 (100 %)', true],
  [{ monthlyCap: null, chargedThisMonth: 80 }, undefined, false],
])('GW-01 of %o it is said how much of the cap is used', (gateway, text, reached) => {
  expect(capText({ ...gateway, currency: 'USD' })).toBe(text)
  expect(isCapped({ ...gateway, currency: 'USD' })).toBe(reached)
})
