import { sql, type SQL } from 'drizzle-orm'
import { firstDayOf, lastDayOf } from '../../contract/rules/calendarParts'
import { daysLater } from '../../contract/rules/days'
import type { AddedList } from '../db/addends'
import { actingAsJob } from '../db/acting'
import type { Database } from '../db/database'
import type { Transaction } from '../db/transactions'
import { repeating } from '../jobs/repeating'
import { talliedRows, tallyColumns } from '../leaderboard/rows'
import { reasonOf } from '../log'
import {
  column,
  type Grain,
  keptColumns,
  keptParts,
  keyNames,
  keys,
  keysOf,
  listed,
  partOf,
  splitsOf,
  sumOfPart,
  viewOf,
} from './parts'

/** Days that are added up at once: few enough for the statement timeout where ten thousand orders are placed a day. */
const daysAtOnce = 7
/** A day is kept once it has ended so long ago (0075_figures). */
const hoursToRest = 36

const lists: readonly AddedList[] = ['orders', 'transactions', 'orderLines', 'calls']
// Object.keys knows only strings.
const columns = listed([
  ...['org_id', 'list', 'grain', 'split', 'first_day', ...keyNames.map((name) => keys[name].kept)].map((name) =>
    sql.identifier(name),
  ),
  ...keptParts.map((part) => sql.identifier(keptColumns[part] ?? '')),
])

/** The days from one to another, both included, of a zone. */
interface Days {
  from: string
  to: string
  zone: string
}

/** What the rows of a list, of some days, add up to, as it is kept. */
async function addedUp(tx: Transaction, list: AddedList, grain: Grain, { from, to, zone }: Days): Promise<SQL> {
  const own = keysOf[list]
  const splits = splitsOf(list, grain)
  const sums: SQL[] = []
  for (const part of keptParts) {
    sums.push(partOf(part).list === list ? await sumOfPart(tx, part) : sql`null::bigint as ${column(part)}`)
  }
  const view = (name: (typeof own)[number]) => sql.identifier(keys[name].view)
  // As many bits as there are keys, each of which says that its key is none of the set.
  const split = sql.join(
    own.map((name) => sql`(1 - grouping(${view(name)})) * ${sql.raw(String(keys[name].bit))}`),
    sql` + `,
  )
  const ids = keyNames.map((name) => (own.includes(name) ? view(name) : sql`null::uuid`))
  return sql`
    select (select current_org()), ${list}::text, ${grain}::text, (${split})::smallint, first_day, ${listed([...ids, ...sums])}
    from (select *, date_trunc(${grain}::text, ("createdAt" at time zone ${zone})::date)::date as first_day
      from ${viewOf(list)}
      where org_id = (select current_org()) and "createdAt" >= day_start(${from}::date, ${zone})
        and "createdAt" < day_start(${to}::date + 1, ${zone})) as own
    group by grouping sets (${listed(splits.map((set) => sql`(${listed([sql`first_day`, ...set.map(view)])})`))})`
}

const boardColumns = sql`org_id, ${tallyColumns}`

/** What agents have sold in each of some days, as it is kept. */
const talliesOf = ({ from, to, zone }: Days): SQL => sql`
  select (select current_org()), first_day, agent_id, sum(net)::bigint, sum(orders)::bigint, sum(total)::bigint,
    sum(calls)::bigint, sum(sold)::bigint
  from (${talliedRows({ since: sql`day_start(${from}::date, ${zone})`, until: sql`day_start(${to}::date + 1, ${zone})`, zone })}) as own
  group by first_day, agent_id`

const waitColumns = sql`org_id, first_day, seconds, campaign_ids, agent_ids, offer_ids`

/** How long the paid calls of each of some days took, as it is kept. */
function waitsOf({ from, to, zone }: Days): SQL {
  const order = sql`order by "secondsToPaid", "campaignId", "agentId", "offerId"`
  return sql`
    select (select current_org()), ("createdAt" at time zone ${zone})::date as first_day, array_agg("secondsToPaid" ${order}),
      array_agg("campaignId" ${order}), array_agg("agentId" ${order}), array_agg("offerId" ${order})
    from ${viewOf('calls')}
    where org_id = (select current_org()) and "createdAt" >= day_start(${from}::date, ${zone})
      and "createdAt" < day_start(${to}::date + 1, ${zone}) and "secondsToPaid" is not null
    group by 2`
}

/**
 * Adds up some days, or whole months, anew, list by list. What was noted as changed of them is forgotten before: whatever changes
 * from then on stays noted, so that these days are read from their rows, whether or not its sums are of before.
 */
async function keep(tx: Transaction, grain: Grain, days: Days): Promise<void> {
  const { from, to, zone } = days
  const own = sql`org_id = (select current_org())`
  // A month that has a day of them is not what its rows add up to any more, or is about to be added up itself.
  const forgotten =
    grain === 'day'
      ? sql`, noted as (delete from figure_changes where ${own} and at >= day_start(${from}::date, ${zone})
            and at < day_start(${to}::date + 1, ${zone})),
          months as (delete from figure_days where ${own} and grain = 'month'
            and first_day between date_trunc('month', ${from}::date)::date and ${to}::date),
          untold as (delete from board_sums where ${own} and first_day between ${from}::date and ${to}::date),
          unpaid as (delete from wait_days where ${own} and first_day between ${from}::date and ${to}::date)`
      : sql``
  const first = sql`date_trunc(${grain}, given.day)::date`
  await tx.execute(sql`
    with gone as (delete from figure_sums where ${own} and grain = ${grain} and first_day between ${from}::date and ${to}::date)${forgotten}
    insert into figure_days (org_id, grain, first_day, zone)
      select distinct (select current_org()), ${grain}, ${first}, ${zone}
      from generate_series(${from}::date, ${to}::date, '1 day') as given (day)
      on conflict (org_id, grain, first_day) do update set zone = excluded.zone`)
  for (const list of lists) {
    await tx.execute(sql`insert into figure_sums (${columns}) ${await addedUp(tx, list, grain, days)}`)
  }
  if (grain !== 'day') return
  await tx.execute(sql`insert into board_sums (${boardColumns}) ${talliesOf(days)}`)
  await tx.execute(sql`insert into wait_days (${waitColumns}) ${waitsOf(days)}`)
}

/** What is to be added up: stretches of days, and months. */
interface Due {
  zone: string
  days: { from: string; to: string }[]
  months: string[]
}

const today = (zone: SQL) => sql`((now() - make_interval(hours => ${hoursToRest}::int)) at time zone ${zone})::date - 1`

/** Days that are over and not kept, or that have changed; months whose days are all kept. */
async function dueIn(tx: Transaction): Promise<Due | undefined> {
  const { rows } = await tx.execute<{ zone: string; first: string | null; last: string }>(sql`
    select time_zone as zone, to_char(${today(sql`time_zone`)}, 'YYYY-MM-DD') as last,
      to_char((select least((select min(created_at) from orders where org_id = (select current_org())),
        (select min(created_at) from transactions where org_id = (select current_org())),
        (select min(started_at) from calls where org_id = (select current_org())))
        at time zone time_zone)::date, 'YYYY-MM-DD') as first
    from organizations where id = (select current_org())`)
  const { zone, first, last } = rows[0] ?? {}
  if (zone === undefined || last === undefined || first === null || first === undefined || first > last)
    return undefined
  const missing = await tx.execute<{ day: string }>(sql`
    select to_char(given.day, 'YYYY-MM-DD') as day
    from generate_series(${first}::date, ${last}::date, '1 day') as given (day)
    where not exists (select from figure_days where org_id = (select current_org()) and grain = 'day'
        and first_day = given.day::date and zone = ${zone})
      or given.day::date in (select (at at time zone ${zone})::date from figure_changes where org_id = (select current_org()))
    order by 1`)
  const days: Due['days'] = []
  for (const { day } of missing.rows) {
    const open = days.at(-1)
    if (open && daysLater(open.to, 1) === day && daysLater(open.from, daysAtOnce) > day) open.to = day
    else days.push({ from: day, to: day })
  }
  return { zone, days, months: await monthsDue(tx, zone, first, last) }
}

async function monthsDue(tx: Transaction, zone: string, first: string, last: string): Promise<string[]> {
  const { rows } = await tx.execute<{ month: string }>(sql`
    select to_char(given.month, 'YYYY-MM-DD') as month
    from generate_series(${firstDayOf('month', first)}::date, ${last}::date, '1 month') as given (month)
    where (given.month + interval '1 month')::date - 1 <= ${last}::date
      and not exists (select from figure_days where org_id = (select current_org()) and grain = 'month'
        and first_day = given.month::date and zone = ${zone})
    order by 1`)
  return rows.map(({ month }) => month)
}

/** Runs `work` where no other node adds up for the organization. */
const alone = <T>(database: Database, orgId: string, work: (tx: Transaction) => Promise<T>): Promise<T | undefined> =>
  database.tenant(orgId, async (tx) => {
    const { rows } = await tx.execute<{ isMine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended('figures ' || current_org(), 0)) as "isMine"`,
    )
    return rows[0]?.isMine ? work(tx) : undefined
  })

/** Brings what is kept of an organization up to date, some days at a time. */
export async function rollUp(database: Database, orgId: string): Promise<void> {
  const due = await alone(database, orgId, dueIn)
  if (due === undefined) return
  const { zone } = due
  for (const days of due.days) await alone(database, orgId, (tx) => keep(tx, 'day', { ...days, zone }))
  // Those whose days have just been added up as well.
  const months = due.days.length === 0 ? due.months : ((await alone(database, orgId, dueIn))?.months ?? [])
  for (const month of months) {
    await alone(database, orgId, (tx) => keep(tx, 'month', { from: month, to: lastDayOf('month', month), zone }))
  }
}

/**
 * Compares all that is kept of an organization with its rows, a month at a time, and tells which days were wrong. They are
 * noted as changed, so that they are read from their rows until they are added up anew.
 */
export async function prove(database: Database, orgId: string): Promise<string[]> {
  const kept = await alone(database, orgId, async (tx) => {
    const { rows } = await tx.execute<{ month: string; zone: string }>(sql`
      select distinct to_char(date_trunc('month', first_day), 'YYYY-MM-DD') as month, zone from figure_days
      where org_id = (select current_org()) and zone = (select time_zone from organizations where id = (select current_org()))
      order by 1`)
    return rows
  })
  if (kept === undefined) return []
  const wrong: string[] = []
  for (const { month, zone } of kept) {
    const days = { from: month, to: lastDayOf('month', month), zone }
    wrong.push(...((await alone(database, orgId, (tx) => wrongIn(tx, days))) ?? []))
  }
  await database.tenant(orgId, (tx) =>
    tx.execute(sql`insert into figure_proofs (org_id, proven_at) values ((select current_org()), now())
      on conflict (org_id) do update set proven_at = excluded.proven_at`),
  )
  return wrong
}

/** Each list by itself, so that no statement takes long, and compared with what is noted at the same moment. */
async function wrongIn(tx: Transaction, days: Days): Promise<string[]> {
  const { from, to } = days
  const own = sql`org_id = (select current_org()) and first_day between ${from}::date and ${to}::date`
  const wrong = new Map<string, string>()
  const compare = async (grain: Grain, names: SQL, added: SQL, kept: SQL) => {
    for (const day of await apartIn(tx, grain, days, { names, added, kept })) wrong.set(`the ${grain} of ${day}`, day)
  }
  for (const grain of ['day', 'month'] as const) {
    for (const list of lists) {
      const kept = sql`select ${columns} from figure_sums where ${own} and grain = ${grain} and list = ${list}`
      await compare(grain, columns, await addedUp(tx, list, grain, days), kept)
    }
  }
  await compare('day', boardColumns, talliesOf(days), sql`select ${boardColumns} from board_sums where ${own}`)
  await compare('day', waitColumns, waitsOf(days), sql`select ${waitColumns} from wait_days where ${own}`)
  for (const day of new Set(wrong.values())) {
    await tx.execute(
      sql`insert into figure_changes (org_id, at) values ((select current_org()), day_start(${day}::date, ${days.zone}))`,
    )
  }
  return [...wrong.keys()].toSorted()
}

/** Days, or months, whose rows do not add up to what is kept of them, unless that is noted. */
async function apartIn(
  tx: Transaction,
  grain: Grain,
  { zone }: Days,
  { names, added, kept }: { names: SQL; added: SQL; kept: SQL },
): Promise<string[]> {
  const { rows } = await tx.execute<{ day: string }>(sql`
    with added as (select * from (${added}) as added (${names})),
      kept as (${kept}),
      apart as (select first_day from ((select * from added except all select * from kept)
        union all (select * from kept except all select * from added)) as apart),
      changed as (select distinct (at at time zone ${zone})::date as day from figure_changes where org_id = (select current_org()))
    select distinct to_char(apart.first_day, 'YYYY-MM-DD') as day from apart
    join figure_days as marked on marked.org_id = (select current_org()) and marked.grain = ${grain}
      and marked.first_day = apart.first_day and marked.zone = ${zone}
    where not exists (select from changed where date_trunc(${grain}, changed.day)::date = apart.first_day)
    order by 1`)
  return rows.map(({ day }) => day)
}

const minutes = 60_000
const betweenRuns = 5 * minutes

/** Whether the last proof is of yesterday, and it is night where the organization is; or longer ago, as nobody worked at night. */
async function isProofDue(database: Database, orgId: string): Promise<boolean> {
  const { rows } = await database.tenant(orgId, (tx) =>
    tx.execute<{ due: boolean }>(sql`
      select proven_at is null or proven_at < now() - interval '30 hours' or (proven_at < now() - interval '12 hours'
        and extract(hour from now() at time zone time_zone) between 2 and 4) as due
      from organizations left join figure_proofs on figure_proofs.org_id = organizations.id
      where organizations.id = (select current_org())`),
  )
  return rows[0]?.due === true
}

/**
 * Brings all organizations up to date every few minutes, and proves each once a night. Any number of nodes may. Until then
 * figures come from the rows.
 */
export function startRollingUp(database: Database, log: (message: string) => void) {
  let isStopped = false
  const ofEach = async () => {
    const { rows } = await database.system((tx) =>
      tx.execute<{ id: string }>(sql`select id from organizations order by id`),
    )
    for (const { id } of rows) {
      if (isStopped) return
      await rollUp(database, id)
      if (isStopped || !(await isProofDue(database, id))) continue
      const wrong = await prove(database, id)
      if (wrong.length === 0) continue
      log(
        `Figures of organization ${id} were not what their rows add up to: ${wrong.join(', ')}. They are added up anew.`,
      )
      await rollUp(database, id)
    }
  }
  const job = repeating({
    work: () => actingAsJob('rollUp', ofEach),
    failed: (error) => log(`Adding up figures failed: ${reasonOf(error)}`),
    every: betweenRuns,
    isAtOnce: false,
  })
  return {
    /** Ends after the organization in hand. */
    stop: async () => {
      isStopped = true
      await job.stop()
    },
  }
}
