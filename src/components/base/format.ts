import { format, isValid, parseISO } from 'date-fns'

// What is absent shows as '-' (AP-03, OT-02).
const absent = '-'

// Not by Intl: its first use takes 40 ms of a fast processor, which everybody would wait for before the first row.
const grouped = (digits: string) => digits.replace(/\B(?=(?:\d{3})+(?!\d))/g, ',')

/** Money in major units with two decimals, and its currency where it is known. */
export function formatMoney(value: number | null | undefined, currency?: string | null): string {
  if (value === null || value === undefined) return absent
  return currency ? `${grouped(value.toFixed(2))} ${currency}` : grouped(value.toFixed(2))
}

export const formatCount = (value: number | null | undefined): string =>
  value === null || value === undefined ? absent : grouped(String(Number(value.toFixed(2))))

/** A moment in the browser's zone as `dd MMM yyyy, hh:mm:ss a` (OT-02). */
export const formatMoment = (iso: string | null | undefined): string => formatIso(iso, 'dd MMM yyyy, hh:mm:ss a')

/** A moment of today, in milliseconds since 1970, as hours and minutes. */
export const formatClock = (moment: number): string => format(moment, 'HH:mm')

/** A calendar day, which has no zone: the day that is written is the day that is shown. */
export const formatDay = (iso: string | null | undefined): string => formatIso(iso?.slice(0, 10), 'dd MMM yyyy')

function formatIso(iso: string | null | undefined, pattern: string): string {
  if (!iso) return absent
  const date = parseISO(iso)
  return isValid(date) ? format(date, pattern) : absent
}

/** The browser's distance from UTC at a moment, such as GMT+02:00, for titles of times. */
export const formatZone = (iso: string): string => formatIso(iso, 'OOOO')

export const capitalised = (text: string | null | undefined): string =>
  text ? text.charAt(0).toUpperCase() + text.slice(1) : absent

/** How long something has lasted, such as 7:42 or 1:07:42. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60]
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${minutes}:${twoDigits(rest)}`
}
