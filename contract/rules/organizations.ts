import { smallestOf } from './amounts'

/** Percent, as an organization may tax. */
export const highestTaxRate = 100

/** Why the currency of an organization stays, in one sentence (GE-05); undefined while it has no order. */
export const whyCurrencyStays = (hasOrders: boolean | null | undefined): string | undefined =>
  hasOrders ? 'The currency stays as it is after the first order.' : undefined

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Whether amounts can be kept in a currency: of ISO 4217, and of 0 or 2 decimals. */
export function isCurrency(code: string): boolean {
  if (!currencies.has(code)) return false
  const { maximumFractionDigits: decimals } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions()
  return decimals === 2 || smallestOf(code) === 100
}

/** Whether days can be counted in a zone: one of a place, or UTC; a distance from UTC knows no summer. */
export function isTimeZone(zone: string): boolean {
  if (zone !== 'UTC' && !/^[A-Z][A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+$/.test(zone)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Whether it leads to a page; what is empty leads nowhere. */
export const isWebAddress = (address: string): boolean =>
  address === '' || (/^https?:\/\/[^\s/]/i.test(address) && URL.canParse(address))
