import { type Call, callNamed } from '../engine/calls'
import { isAlike } from '../engine/declared'
import { type Ask, type Exchange, jsonOf } from '../engine/exchange'
import { jsonSchemaOf } from '../engine/jsonSchema'
import { type Row, rowsOf, totalOf } from '../engine/listing'
import { momentsIn } from '../engine/moments'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { textOf, withOtherCase } from '../engine/text'
import type { World } from '../engine/world'
import { defaultsOf } from '../generate/limits'
import { disorder } from '../predict/listed'
import { derivedAsk } from './derivedAsks'
import { refuseForeign } from './intrusion'
import { refuseReads } from './reads'
import { type Scratch, validAsk } from './validAsks'

/** Rows of a list at most that are read of a call, so that every question is asked of all of them. */
const mostRows = 300

type Query = Record<string, string>

const nothingMade: Scratch = {
  offer: undefined,
  customer: undefined,
  campaign: undefined,
  campaignFields: {},
  user: {},
}

/** The calls that read, of those that answer at once and to people, each with what it is asked with. */
function readsOf(run: Run, world: World): [Call, Ask][] {
  return run.wantedCalls.flatMap((call): [Call, Ask][] => {
    if (!call.reads || call.streams !== undefined || call.auth === 'telephone') return []
    const ask = validAsk(world, nothingMade, call.name)
    return ask === undefined || run.lacks(call.name) ? [] : [[call, ask]]
  })
}

/** Every call that reads is asked with what it means by what is left out. A call that is new is asked so by itself. */
export async function checkDeclaredCalls(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  for (const [call, ask] of readsOf(run, world)) {
    await attempt(run, 'shape.valid', () => askFirst(run, world, call, ask))
    if (call.auth === 'user') await attempt(run, 'fields.defaults', () => checkDefaults(run, call, ask))
  }
  if (world.second === undefined) return
  await refuseReads(run, 'access.foreignQuery', world.first.organizationId, world.second.account)
}

/** Every call that has pages is asked by all that its query declares: pages, filters by the columns of its rows, and sorts. */
export async function checkDeclaredPages(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  for (const [call, ask] of readsOf(run, world)) {
    if (call.auth !== 'user' || call.method !== 'GET') continue
    await attempt(run, 'lists.pages', async () => checkPages(run, call, await whereMost(run, world, call, ask)))
  }
}

/** What is asked of an organization, asked of the run's own where that has more rows. */
async function whereMost(run: Run, { place }: World, { name, query }: Call, ask: Ask): Promise<Ask> {
  const isOfMany = query !== undefined && 'page' in (jsonSchemaOf(query, 'input').properties ?? {})
  if (!isOfMany || place?.isOwn !== true || ask.query?.['organizationId'] === undefined) return ask
  const { organizationId } = place.tenant
  const own: Ask = { ...ask, query: { ...ask.query, organizationId } }
  const [here, there] = [await run.ask(name, ask), await run.ask(name, own)]
  return totalOf(there) > totalOf(here) ? own : ask
}

/** What nothing else of the run has asked is asked as it is declared, and is nothing for others. */
async function askFirst(run: Run, { first, second }: World, call: Call, ask: Ask): Promise<void> {
  const isDerived = JSON.stringify(derivedAsk(call, { organizationId: first.organizationId })) === JSON.stringify(ask)
  if (!isDerived || run.recorder.isExercised(call.name)) return
  await run.succeed('shape.valid', call.name, ask)
  const isOurs = JSON.stringify(ask).includes(first.organizationId)
  if (second !== undefined && isOurs) await refuseForeign(run, second, first, call.name, { ...ask, isValid: true })
}

/** An answer counts as another only when it is so twice, as somebody else may be at work. */
async function checkDefaults(run: Run, { name, query, body }: Call, ask: Ask): Promise<void> {
  const [inQuery, inBody] = [defaultsOf(query), defaultsOf(body)]
  if (Object.keys(inQuery).length + Object.keys(inBody).length === 0) return
  const explicit: Ask = {
    ...ask,
    ...(query && { query: { ...textsOf(inQuery), ...ask.query } }),
    // What asks is an object, as its schema says.
    ...(body && { body: { ...inBody, ...(ask.body as object) } }),
  }
  const compare = async () => {
    const told = await run.ask(name, explicit)
    const meant = await run.ask(name, ask)
    return { meant, isSame: told.status !== 200 || isAlike(timeless(told), timeless(meant)) }
  }
  const first = await compare()
  const { meant, isSame } = first.isSame ? first : await compare()
  const said = JSON.stringify({ ...inQuery, ...inBody })
  run.verify('fields.defaults', meant, isSame, `what is answered to ${said}, as all of it was left out`)
}

/** An answer without the moment at which it was made. */
const timeless = ({ text }: Exchange): unknown =>
  jsonOf(text.replaceAll(momentsIn, (moment) => (Math.abs(Date.now() - Date.parse(moment)) < 60_000 ? 'now' : moment)))

const textsOf = (fields: Record<string, unknown>): Query =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))

const pageOf = async (
  run: Run,
  name: string,
  ask: Ask,
  query: Query,
): Promise<{ rows: Row[]; total: number; exchange: Exchange }> => {
  const exchange = await run.ask(name, { ...ask, query: { ...ask.query, ...query } })
  return { rows: exchange.status === 200 ? rowsOf(exchange) : [], total: totalOf(exchange), exchange }
}

async function allOf(run: Run, name: string, ask: Ask, query: Query, limit: number) {
  const first = await pageOf(run, name, ask, { ...query, limit: String(limit), page: '1' })
  const rows = [...first.rows]
  const pages = Math.ceil(Math.min(first.total, mostRows) / limit)
  let { exchange } = first
  for (let page = 2; page <= pages; page += 1) {
    const next = await pageOf(run, name, ask, { ...query, limit: String(limit), page: String(page) })
    rows.push(...next.rows)
    exchange = next.exchange
  }
  return { rows, total: first.total, exchange }
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id).join(', ')

async function checkPages(run: Run, { name, query }: Call, ask: Ask): Promise<void> {
  const { properties = {} } = query === undefined ? {} : jsonSchemaOf(query, 'input')
  if (!('limit' in properties) || !('page' in properties)) return
  const all = await allOf(run, name, ask, {}, 100)
  if (all.exchange.status !== 200 || all.total < 0) return
  const isNow = async () => idsOf((await allOf(run, name, ask, {}, 100)).rows) === idsOf(all.rows)
  const verify = async (exchange: Exchange, holds: boolean, expected: string, actual: string) => {
    // Somebody else may have added a row.
    if (holds || (await isNow())) run.verify('lists.pages', exchange, holds, expected, actual)
  }
  if (all.total <= mostRows) {
    const due = Math.min(all.total, mostRows)
    await verify(all.exchange, all.rows.length === due, `${due} rows, as the total says`, `${all.rows.length}`)
  }
  const few = await pageOf(run, name, ask, { limit: '2', page: '2' })
  const expected = all.rows.slice(2, 4)
  await verify(few.exchange, idsOf(few.rows) === idsOf(expected), 'the third row and the fourth', idsOf(few.rows))
  await verify(few.exchange, few.total === all.total, `a total of ${all.total}`, `${few.total}`)
  const list: Listed = { run, name, ask, properties, all: all.rows, verify }
  await checkFound(list)
  if (all.total > mostRows) return
  await checkSorts(list)
  for (const [column, values] of filtersOf(properties, all.rows)) {
    for (const value of values) {
      const found = await allOf(run, name, ask, { [column]: value }, 100)
      if (found.exchange.status !== 200) {
        run.isSuccess('lists.pages', found.exchange)
        continue
      }
      const due = all.rows.filter((row) => valueIn(row, column) === value)
      const isSame = idsOf(found.rows) === idsOf(due) && found.total === due.length
      await verify(found.exchange, isSame, `the ${due.length} rows by ${column}`, `${found.total} rows`)
    }
  }
  await checkTogether(list)
}

type Properties = NonNullable<ReturnType<typeof jsonSchemaOf>['properties']>

/** A list as a call answers it, and what its query declares. */
interface Listed {
  run: Run
  name: string
  ask: Ask
  properties: Properties
  all: readonly Row[]
  /** What somebody else has changed meanwhile is no finding. */
  verify: (exchange: Exchange, holds: boolean, expected: string, actual: string) => Promise<void>
}

/** Whatever narrows does so beside all else that does: by what a row has, and by what one has that differs in one column. */
async function checkTogether({ run, name, ask, properties, all, verify }: Listed): Promise<void> {
  const columns = filtersOf(properties, all).map(([column]) => column)
  const [like] = all
  if (columns.length < 2 || like === undefined) return
  const differing = (row: Row) => columns.filter((column) => valueIn(row, column) !== valueIn(like, column))
  const other = all.find((row) => differing(row).length === 1)
  for (const row of [like, ...(other === undefined ? [] : [other])]) {
    const asked: Query = {}
    for (const column of columns) {
      const value = valueIn(row, column)
      if (value !== undefined) asked[column] = value
    }
    const found = await allOf(run, name, ask, asked, 100)
    if (!run.isSuccess('lists.pages', found.exchange)) continue
    const due = all.filter((one) => Object.entries(asked).every(([column, value]) => valueIn(one, column) === value))
    const isSame = idsOf(found.rows) === idsOf(due) && found.total === due.length
    const said = Object.keys(asked).join(' and ')
    await verify(found.exchange, isSame, `the ${due.length} rows by ${said}`, `${found.total} rows`)
  }
}

async function checkSorts({ run, name, ask, properties, all, verify }: Listed): Promise<void> {
  const columns = (properties['sortBy']?.enum ?? []).map(String)
  for (const column of columns) {
    if (!all.some((row) => column in row)) continue
    const up = await allOf(run, name, ask, { sortBy: column, sortOrder: 'asc' }, 100)
    const down = await allOf(run, name, ask, { sortBy: column, sortOrder: 'desc' }, 100)
    const ids = (rows: readonly Row[]) => idsOf(rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    const isWhole = ids(up.rows) === ids(all) && ids(down.rows) === ids(all)
    const wrong = isWhole ? disorder(column, up.rows, down.rows) : `${up.rows.length} and ${down.rows.length} rows`
    await verify(down.exchange, wrong === undefined, `all rows in the order of ${column}`, wrong ?? '')
  }
}

/** The value of a row that a query names: its own, or the id or field of a record within it. */
function valueIn(row: Row, name: string): string | undefined {
  const within = (of: unknown, field: string) =>
    typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[field] : undefined
  const record = name.endsWith('Id') ? within(row[name.slice(0, -2)], 'id') : within(row['record'], name)
  const value = row[name] ?? record
  return value === null || value === undefined ? undefined : textOf(value)
}

/** What is not a column of any row: where and how is asked, not what. */
const besides = new Set(['organizationId', 'as', 'limit', 'page', 'sortBy', 'sortOrder', 'q', 'period', 'by'])

/** What rows can be narrowed by as far as they tell it: every value that is declared, and some that rows have. */
function filtersOf(properties: Properties, rows: readonly Row[]): [column: string, values: string[]][] {
  return Object.entries(properties).flatMap(([column, schema]): [string, string[]][] => {
    if (besides.has(column) || !rows.some((row) => valueIn(row, column) !== undefined)) return []
    const seen = [...new Set(rows.map((row) => valueIn(row, column)).filter((value) => value !== undefined))]
    return [[column, [...new Set([...(schema.enum ?? []).map(String), ...seen.slice(0, 3)])]]]
  })
}

/** What people look for by a text. */
const texts: readonly string[] = ['name', 'email', 'subject', 'to']

/** The columns that a call says to be searched, beside those that people look for everywhere. */
function searchedIn(name: string, rows: readonly Row[]): string[] {
  const [, said = ''] = /`q` finds by (.*)$/.exec(callNamed(name).summary) ?? []
  const words = new Set(said.match(/\w+/g))
  const columns = new Set(rows.flatMap((row) => Object.keys(row)))
  return [...texts, ...[...columns].filter((column) => words.has(column) && !texts.includes(column))]
}

async function checkFound(list: Listed): Promise<void> {
  const { run, name, ask, properties, all } = list
  if (properties['q'] === undefined) return
  const isText = (text: unknown): text is string => typeof text === 'string' && text.length >= 3 && text.length <= 150
  for (const column of searchedIn(name, all)) {
    const row = all.find((one) => isText(one[column]))
    const text = row?.[column]
    if (row === undefined || !isText(text)) continue
    const spelled = withOtherCase(text)
    const other = await pageOf(run, name, ask, { q: spelled, limit: '100' })
    const isInCapitals = other.total > 100 || other.rows.some(({ id }) => id === row.id)
    run.verify('lists.found', other.exchange, isInCapitals, `a row by its ${column} in other capitals`, `not ${row.id}`)
    if (!texts.includes(column)) continue
    const found = await allOf(run, name, ask, { q: text }, 100)
    if (!run.isSuccess('lists.found', found.exchange) || found.total > mostRows) continue
    await checkNarrowed(list, { q: text, row, rows: found.rows })
    const isFound = found.rows.some(({ id }) => id === row.id)
    run.verify('lists.found', found.exchange, isFound, `a row by its ${column}`, `not ${row.id}`)
    const wild = text.replace(/(?<=.)[a-z0-9]/i, '_')
    if (wild === text) continue
    const wildly = await allOf(run, name, ask, { q: wild }, 100)
    const isAlso = wildly.rows.some(({ id }) => id === row.id)
    run.verify('lists.found', wildly.exchange, !isAlso, `no row by ${wild}, which none has`, row.id)
  }
}

/** What is looked for and what narrows go together: by what a row has that is found, and by what another has. */
async function checkNarrowed(
  { run, name, ask, properties, verify }: Listed,
  { q, row, rows }: { q: string; row: Row; rows: readonly Row[] },
): Promise<void> {
  for (const [column, values] of filtersOf(properties, rows)) {
    const own = valueIn(row, column)
    for (const value of [own, values.find((one) => one !== own)]) {
      if (value === undefined) continue
      const narrowed = await allOf(run, name, ask, { q, [column]: value }, 100)
      if (!run.isSuccess('lists.pages', narrowed.exchange)) continue
      const due = rows.filter((one) => valueIn(one, column) === value)
      const isSame = idsOf(narrowed.rows) === idsOf(due) && narrowed.total === due.length
      const expected = `of the rows by ${q} the ${due.length} with ${column} ${value}`
      await verify(narrowed.exchange, isSame, expected, `${narrowed.total} rows`)
    }
  }
}
