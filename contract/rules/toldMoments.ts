/** The moment that a clock of a zone shows so; where it shows it twice, the first, and where it skips it, the next. */
function momentAt(wall: number, timeZone: string): Date {
  const early = wall - offsetAt(wall - 43_200_000, timeZone)
  const late = wall - offsetAt(wall, timeZone)
  return new Date(early + offsetAt(early, timeZone) === wall ? Math.min(early, late) : late)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** How far the clocks of a zone are ahead of UTC then, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  clocks.set(timeZone, clock)
  const shown = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1_000) * 1_000
}

const shape =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?(?:\s?(Z|UTC|[+-]\d{2}(?::?\d{2})?))?$/

/**
 * The moment that a cell of a spreadsheet tells, such as `2024-03-31 14:05:00 +0100`. Without a zone it is the clock of
 * `timeZone`; undefined when it is none, or its parts could be in another order.
 */
export function toldMoment(text: string, timeZone: string): Date | undefined {
  const [, year, month, day, hour = '0', minute = '0', second = '0', zone] = shape.exec(text) ?? []
  if (year === undefined) return undefined
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  const isThere = new Date(wall).toISOString().startsWith(`${year}-${month}-${day}`) && Number(hour) < 24
  if (!isThere || Number(minute) > 59 || Number(second) > 59) return undefined
  if (zone === undefined) return momentAt(wall, timeZone)
  const [sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)?.slice(1) ?? []
  const ahead = (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000
  return new Date(sign === '-' ? wall + ahead : wall - ahead)
}
