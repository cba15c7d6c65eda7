import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { yearBefore } from '../../contract/rules/calendarParts'
import { daysBetween, daysLater } from '../../contract/rules/days'
import { endsTooEarly, whyNoPeriod } from '../../contract/rules/reportPeriods'
import type { Transaction } from '../db/transactions'
import { invalid } from '../http/errors'

/** From the first moment to the one after the last. */
export interface Span {
  from: string
  to: string
}

/** What a report is of: an organization's days, and the moments that they are. */
export interface Period extends Span {
  currency: string
  zone: string
  /** The first and the last day. */
  firstDay: string
  lastDay: string
  before: Span | undefined
}

interface Asked {
  from: string
  to: string
  compare: 'none' | 'previous' | 'year'
}

export const isDay = (given: string) => z.safeParse(z.iso.date(), given).success

/**
 * The period that is asked for, and the one that it is compared with: as many days before, or the same days a year before. A
 * moment is that of the clock as many days, or a year, before. Throws a 422.
 */
export async function periodOf(tx: Transaction, { from, to, compare }: Asked): Promise<Period> {
  const own = await organization(tx, from, to)
  const [firstDay, lastDay] = [isDay(from) ? from : own.firstDay, isDay(to) ? to : own.lastDay]
  const wrong = whyNoPeriod({ from: firstDay, to: lastDay })
  if (wrong) throw refused(wrong.field, wrong.message)
  const days = daysBetween(firstDay, lastDay)
  const shifted = {
    previous: { day: (day: string) => daysLater(day, -days), local: sql`make_interval(days => ${days}::int)` },
    year: { day: yearBefore, local: sql`interval '1 year'` },
  }
  // A day begins and ends as the lists have it; what ends with a moment ends behind it, as moments are of milliseconds.
  const begin = (day: string) => (isDay(from) ? sql`day_start(${day}::date, ${own.zone})` : sql`${from}::timestamptz`)
  const end = (day: string) =>
    isDay(to)
      ? sql`day_start(${daysLater(day, 1)}::date, ${own.zone})`
      : sql`(date_trunc('milliseconds', ${to}::timestamptz) + interval '1 millisecond')`
  const back = compare === 'none' ? undefined : shifted[compare]
  const before = back && {
    from: isDay(from)
      ? begin(back.day(firstDay))
      : sql`((${begin(firstDay)} at time zone ${own.zone}) - ${back.local}) at time zone ${own.zone}`,
    to: isDay(to)
      ? end(back.day(lastDay))
      : sql`((${end(lastDay)} at time zone ${own.zone}) - ${back.local}) at time zone ${own.zone}`,
  }
  const shown = (moment: ReturnType<typeof sql> | undefined) =>
    moment ? sql`to_char((${moment}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : sql`null::text`
  const { rows } = await tx.execute<{
    from: string
    to: string
    before_from: string | null
    before_to: string | null
  }>(sql`
    select ${shown(begin(firstDay))} as from, ${shown(end(lastDay))} as to,
      ${shown(before?.from)} as before_from, ${shown(before?.to)} as before_to`)
  const [moments] = rows
  if (!moments || moments.to <= moments.from) throw refused('to', endsTooEarly)
  const { before_from, before_to } = moments
  return {
    ...own,
    firstDay,
    lastDay,
    from: moments.from,
    to: moments.to,
    before: before_from === null || before_to === null ? undefined : { from: before_from, to: before_to },
  }
}

const refused = (field: string, message: string) => invalid([{ path: `body.${field}`, message }])

/** Its currency and zone, and on which of its days two moments are. */
async function organization(tx: Transaction, from: string, to: string) {
  const moment = (given: string) =>
    sql`to_char(${isDay(given) ? null : given}::timestamptz at time zone time_zone, 'YYYY-MM-DD')`
  const { rows } = await tx.execute<{ currency: string; zone: string; firstDay: string; lastDay: string }>(sql`
    select currency, time_zone as zone, ${moment(from)} as "firstDay", ${moment(to)} as "lastDay"
    from organizations where id = (select current_org())`)
  return rows[0] ?? { currency: '', zone: 'UTC', firstDay: '', lastDay: '' }
}
