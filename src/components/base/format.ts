import { format, isValid, parseISO } from 'date-fns'

// What is absent shows as '-' (AP-03, OT-02).
const absent = '-'

const moneyFormat = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const countFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** Money in major units with two decimals, and its currency where it is known. */
export function formatMoney(value: number | null | undefined, currency?: string | null): string {
  if (value === null || value === undefined) return absent
  return currency ? `${moneyFormat.format(value)} ${currency}` : moneyFormat.format(value)
}

export const formatCount = (value: number | null | undefined): string =>
  value === null || value === undefined ? absent : countFormat.format(value)

/** A moment in the browser's zone as `dd MMM yyyy, hh:mm:ss a` (OT-02). */
export const formatMoment = (iso: string | null | undefined): string => formatIso(iso, 'dd MMM yyyy, hh:mm:ss a')

/** A calendar day, which has no zone: the day that is written is the day that is shown. */
export const formatDay = (iso: string | null | undefined): string => formatIso(iso?.slice(0, 10), 'dd MMM yyyy')

function formatIso(iso: string | null | undefined, pattern: string): string {
  if (!iso) return absent
  const date = parseISO(iso)
  return isValid(date) ? format(date, pattern) : absent
}

/** The browser's zone, for titles of times. */
export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

export const capitalised = (text: string | null | undefined): string =>
  text ? text.charAt(0).toUpperCase() + text.slice(1) : absent
