import { isValid, lightFormat } from 'date-fns'

// What is absent shows as '-' (AP-03, OT-02).
const absent = '-'

/** How numbers and dates are written in a language. */
export interface Notation {
  language: string
  /** With two decimals, or with at most as many. */
  number: (value: number, decimals?: 2) => string
  /** Such as '23. Nov.' in German. */
  dayOfYear: (date: Date) => string
  /** With its year. */
  day: (date: Date) => string
}

// Not by Intl: its first use takes 40 ms of a fast processor, which everybody would wait for before the first row.
const english: Notation = {
  language: 'en',
  number: (value, decimals) => {
    const digits = value.toFixed(2)
    return (decimals ? digits : `${Number(digits)}`).replace(/\B(?=(?:\d{3})+(?!\d))/g, ',')
  },
  dayOfYear: (date) => `${date.getDate()} ${months[date.getMonth()] ?? ''}`,
  day: (date) => day(date),
}
let notation = english

/** Says that what is written on a page has to be written anew. */
export const rewriting = { count: 0, begin: () => {} }

/** Writes in another way from now on, in hours of 12 or 24 if that is known. */
export function writeAs(next: Notation | undefined, hasTwelve: boolean | undefined) {
  notation = next ?? english
  twelveHours = hasTwelve
}

/** Money in major units with two decimals, for columns whose head names the currency. */
export const formatMoney = (value: number | null | undefined): string =>
  value === null || value === undefined ? absent : notation.number(value, 2)

/** Money with its currency, an ISO 4217 code; a code that is none stands behind the amount as it is (GE-02). */
export function formatPrice(
  value: number | null | undefined,
  currency: string | null | undefined,
  form?: Intl.NumberFormatOptions,
): string {
  if (value === null || value === undefined || !currency) return formatMoney(value)
  try {
    return new Intl.NumberFormat(notation.language, { ...form, style: 'currency', currency }).format(value)
  } catch {
    return `${formatMoney(value)} ${currency}`
  }
}

export const formatCount = (value: number | null | undefined): string =>
  value === null || value === undefined ? absent : notation.number(value)

/** A moment in the browser's zone as `dd MMM yyyy, hh:mm:ss a` (OT-02). */
export const formatMoment = (iso: string | null | undefined): string =>
  formatIso(iso, (date) => `${day(date)}, ${lightFormat(date, 'hh:mm:ss a')}`)

/**
 * A moment in the browser's zone as short as it can be read, in the person's way of 12 or 24 hours: '14:25' today,
 * '23 Nov, 14:25' this year, '23 Nov 2025' before; one of a later year with its hour (GE-13).
 */
export const formatShort = (iso: string | null | undefined, now = new Date()): string =>
  formatIso(iso, (date) => {
    const years = date.getFullYear() - now.getFullYear()
    const ofMonth = notation.dayOfYear(date)
    const whole = notation === english ? `${ofMonth} ${date.getFullYear()}` : notation.day(date)
    if (years < 0) return whole
    if (years > 0) return `${whole}, ${formatClock(date)}`
    return day(date) === day(now) ? formatClock(date) : `${ofMonth}, ${formatClock(date)}`
  })

// Asked once, and not before the first short moment is shown: asking takes longer than writing a page of them.
let twelveHours: boolean | undefined
const hasTwelveHours = () =>
  (twelveHours ??= new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 ?? false)

/** The day of a moment in the browser's zone, where the hour matters less than the room it takes. */
export const formatDayOf = (iso: string | null | undefined): string => formatIso(iso, ownDay)

/** A moment of today, a date or milliseconds since 1970, as hours and minutes in the person's way. */
export const formatClock = (moment: Date | number): string => lightFormat(moment, hasTwelveHours() ? 'h:mm a' : 'HH:mm')

/** A calendar day, which has no zone: the day that is written is the day that is shown. */
export const formatDay = (iso: string | null | undefined): string => formatIso(iso?.slice(0, 10), ownDay)

// Without the months of all languages, which date-fns' own format brings along.
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const day = (date: Date) => `${lightFormat(date, 'dd')} ${months[date.getMonth()] ?? ''} ${lightFormat(date, 'yyyy')}`

const ownDay = (date: Date) => notation.day(date)

function formatIso(iso: string | null | undefined, write: (date: Date) => string): string {
  if (!iso) return absent
  // A day alone would be taken for one of UTC, and what is no date for whatever browsers make of it.
  const date = new Date(/^\d{4}-\d\d-\d\d(?=T|$)/.test(iso) ? iso.replace(/^.{10}$/, '$&T00:00') : NaN)
  return isValid(date) ? write(date) : absent
}

/** A moment with the browser's distance from UTC then, such as (GMT+02:00) (GE-02). */
export const formatZoned = (iso: string): string => `${formatMoment(iso)} (${formatZone(iso)})`

const formatZone = (iso: string): string =>
  formatIso(iso, (date) => {
    const offset = -date.getTimezoneOffset()
    const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
    return `GMT${offset < 0 ? '-' : '+'}${`${hours}`.padStart(2, '0')}:${`${minutes}`.padStart(2, '0')}`
  })

export const capitalised = (text: string | null | undefined): string =>
  text ? text.charAt(0).toUpperCase() + text.slice(1) : absent

/** A status in words, as a backend calls it: `partially_refunded` is 'Partially refunded'. */
export const statusText = (status: string | null | undefined) => capitalised(status?.replaceAll('_', ' '))

/** How long something has lasted, such as 7:42 or 1:07:42. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60]
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${minutes}:${twoDigits(rest)}`
}
