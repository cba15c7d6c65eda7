import type { ListDescription } from '../../lists/description'
import { sortsOf } from '../../lists/description'
import { lists } from '../../lists/lists'
import { type SearchResource, searchResources } from '../../search'
import { allCalls } from '../engine/calls'
import { change, difference } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordsIn } from '../engine/followsBasics'
import { type Query, recordOf, type Row, searchPage, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { textOf } from '../engine/text'
import type { Place, World } from '../engine/world'
import { strangelyFound } from '../predict/foundBy'
import { addedUp, disorder, type Filters, isAsked } from '../predict/listed'
import { numbersOf, questionsOf, spellingsOf, textsIn, typings, wildcardsOf } from '../predict/questions'
import { checkAgreement } from './agreement'
import { exportPlaceOf, narrowedFile, narrowedSheet } from './listExports'
import { placeOf } from './ownPlace'
import { dataOf, fieldsOf } from './paying'
import { checkReadAlone } from './readAlone'
import { walkShop } from './shopWalk'

/** Rows of a list at most, so that it can be read whole for every question. */
const mostRows = 400

/** Orders of them at most that are read alone. */
const mostRead = 30

/** A list as it was read: what it shows unasked, and what only a filter shows. */
interface Read {
  resource: SearchResource
  list: ListDescription
  shown: readonly Row[]
  hidden: readonly Row[]
  /** The filter that shows the hidden ones. */
  by: string | undefined
}

/** Every list is asked all that its description says it can be asked, and foretold from its own rows. */
export async function checkDeclaredLists(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'lists.filters', async () => {
    // Of lists with nothing in them little can be foretold.
    await walkShop(run, world)
    const place = await placeOf(run, world)
    for (const resource of searchResources) {
      await attempt(run, 'lists.filters', async () => {
        const read = await readList(run, place, resource)
        if (read === undefined) {
          return run.recorder.skip('lists.filters', `there are more than ${mostRows} ${resource}`)
        }
        await attempt(run, 'lists.filters', () => checkFilters(run, place, read))
        await attempt(run, 'lists.sorts', () => checkSorts(run, place, read))
        await attempt(run, 'lists.found', () => checkFound(run, place, read))
        if (resource === 'orders') await attempt(run, 'lists.found', () => checkFoundUnseen(run, place, read))
        await attempt(run, 'lists.csv', () => checkFiles(run, place, read))
      })
    }
    await attempt(run, 'lists.agree', () => checkAgreement(run, place.tenant, world.marker))
    await attempt(run, 'lists.agree', () => checkReadAlone(run, place.tenant.organizationId))
  })
}

const queryOf = ({ tenant }: Place, resource: SearchResource, more: Partial<Query> = {}): Query => ({
  organizationId: tenant.organizationId,
  resource,
  ...more,
})

async function readList(run: Run, place: Place, resource: SearchResource): Promise<Read | undefined> {
  const list: ListDescription = lists[resource]
  const { rows: shown, total } = await walk(run, queryOf(place, resource), { most: mostRows })
  if (total > shown.length) return undefined
  const known = new Set(shown.map(({ id }) => id))
  for (const [by, { options = [] }] of Object.entries(list.filters)) {
    for (const option of options) {
      const { rows } = await walk(run, queryOf(place, resource, { filters: { [by]: option } }), { most: mostRows })
      const hidden = rows.filter(({ id }) => !known.has(id))
      if (hidden.length === 0) continue
      // What was put away is found by whoever asks for it, and nothing else is hidden.
      if (by === 'archived' || option === 'archived') return { resource, list, shown, hidden, by }
    }
  }
  return { resource, list, shown, hidden: [], by: undefined }
}

/** The rows that a filter looks through. */
const poolOf = ({ shown, hidden, by }: Read, filters: Filters): readonly Row[] =>
  'ids' in filters || (by !== undefined && by in filters) ? [...shown, ...hidden] : shown

const idsOf = (rows: readonly { id: string }[]): ReadonlySet<string> => new Set(rows.map(({ id }) => id))

/** Which rows are too many or too few; undefined where they are those that are due. */
function unlike(due: readonly Row[], found: readonly Row[]): string | undefined {
  const [dueIds, foundIds] = [idsOf(due), idsOf(found)]
  const lost = due.find(({ id }) => !foundIds.has(id))
  const more = found.find(({ id }) => !dueIds.has(id))
  if (lost === undefined && more === undefined) return undefined
  const named = (row: Row | undefined, word: string) => (row === undefined ? [] : [`${word} ${row.id}`])
  return `${found.length} rows; ${[...named(lost, 'not'), ...named(more, 'also')].join(', ')}`
}

/** A difference counts only when it is there twice, as somebody else may be at work. */
async function twice<Outcome extends { exchange: Exchange; wrong: string | undefined }>(
  run: Run,
  place: Place,
  read: Read,
  compare: (read: Read) => Promise<Outcome>,
): Promise<Outcome> {
  const first = await compare(read)
  if (first.wrong === undefined) return first
  return compare((await readList(run, place, read.resource)) ?? read)
}

const nameOf = (filters: Filters) => Object.keys(filters).join(' and ')

/** Of what rows do not tell nothing can be foretold. */
const isTold = ({ list, shown, hidden }: Read, filters: Filters) =>
  Object.keys(filters).every((name) => {
    const column = list.ranges[name]?.column ?? (name === 'ids' ? 'id' : name)
    return [...shown, ...hidden].some((row) => column in row)
  })

async function checkFilters(run: Run, place: Place, read: Read): Promise<void> {
  const { resource, list } = read
  const questions = questionsOf(list, [...read.shown, ...read.hidden], place.zone, run.options.seed)
  // A column that may have any of no values has none of them.
  const none = Object.keys(list.filters).map((name): Filters => ({ [name]: [] }))
  const ofNone = none.filter((filters) => isTold(read, filters)).slice(0, 1)
  for (const [index, filters] of [...questions, ...ofNone].entries()) {
    if (!isTold(read, filters)) continue
    const isRange = Object.keys(filters).every((name) => name in list.ranges)
    const rule = isRange ? 'lists.bounds' : 'lists.filters'
    const { exchange, rows, wrong } = await twice(run, place, read, async (now) => {
      const found = await walk(run, queryOf(place, resource, { filters }))
      const due = poolOf(now, filters).filter((row) => isAsked(list, row, filters, place.zone))
      return { ...found, wrong: unlike(due, found.rows) ?? changedRow(now, found.rows) }
    })
    run.verify(rule, exchange, wrong === undefined, `the ${resource} by ${nameOf(filters)}`, wrong)
    if (index % 2 === 0 || isRange) await checkSums(run, place, read, { filters }, rows)
  }
  // Blanks alone ask for nothing.
  for (const asked of [{}, { q: ' ' }]) await checkSums(run, place, read, asked, read.shown)
}

/** A file has what its search finds: narrowed by filters, and by a text. */
async function checkFiles(run: Run, place: Place, read: Read): Promise<void> {
  if (run.lacks('listExports.csv')) return
  const { resource, list, shown, hidden } = read
  const files = await exportPlaceOf(run, place.tenant.organizationId)
  const dueOf = (now: Read, filters: Filters) =>
    poolOf(now, filters).filter((row) => isAsked(list, row, filters, place.zone))
  // What leaves out a few tells of filters, and of files that end early.
  const questions = questionsOf(list, [...shown, ...hidden], place.zone, run.options.seed)
    .filter((filters) => isTold(read, filters))
    .map((filters) => ({ filters, count: dueOf(read, filters).length }))
    .filter(({ count }) => count < shown.length)
    .toSorted((one, other) => other.count - one.count)
  const text = lists[resource].finds.map((column) => textOf(shown[0]?.[column] ?? '')).find(({ length }) => length >= 3)
  // The most first, of what is sorted as numbers are.
  const [most] = Object.entries(list.columns).flatMap(([name, { kind, isSortable = true }]) =>
    isSortable && (kind === 'money' || kind === 'count') ? [name] : [],
  )
  const downwards = most === undefined ? {} : { sortBy: most, sortOrder: 'desc' as const }
  for (const asked of [
    { filters: questions[0]?.filters ?? {}, ...downwards },
    ...(text === undefined ? [] : [{ q: text }]),
    ...(resource === 'orders' ? [{ q: ' ' }] : []),
  ]) {
    const query = queryOf(place, resource, asked)
    const { exchange, wrong } = await twice(run, place, read, async (now) => {
      const rows = 'q' in asked ? (await walk(run, query)).rows : dueOf(now, asked.filters ?? {})
      return narrowedFile(run, query, rows, files)
    })
    const by = 'q' in asked ? 'a text' : nameOf(asked.filters ?? {})
    run.verify('lists.csv', exchange, wrong === undefined, `the ${resource} by ${by} in their file`, wrong)
  }
  if (text === undefined || !asWorkbooks.has(resource) || run.lacks('listExports.xlsx')) return
  const query = queryOf(place, resource, { q: text })
  const { exchange, wrong } = await twice(run, place, read, async () =>
    narrowedSheet(run, query, (await walk(run, query)).rows),
  )
  run.verify('lists.csv', exchange, wrong === undefined, `the ${resource} by a text in their workbook`, wrong)
}

/** A workbook takes longer than a file of text: two kinds of lists are looked for by a text. */
const asWorkbooks: ReadonlySet<SearchResource> = new Set(['orders', 'customers'])

/** A row is the same however it was found. */
function changedRow({ shown, hidden }: Read, found: readonly Row[]): string | undefined {
  const known = new Map([...shown, ...hidden].map((row) => [row.id, row]))
  for (const row of found) {
    const moved = change(known.get(row.id) ?? row, row, new Set(['foundBy', 'linkEnds', 'updatedAt', 'version']))
    if (moved !== undefined) return `of ${row.id}, ${moved}`
  }
  return undefined
}

/** The call that adds up what a search of a list finds, where there is one. */
const sumsCall = (resource: SearchResource) => allCalls.find(({ name }) => name === `${resource}.sums`)

/** Rows of one currency come to an amount of it. */
function otherCurrency(rows: readonly Row[], { currency = null }: Fields): string | undefined {
  const known = [...new Set(rows.map((row) => row['currency'] ?? null))]
  const isAnother = currency !== null && known.length === 1 && known[0] !== null && known[0] !== currency
  return isAnother ? `currency is ${textOf(currency)}, and that of the rows ${textOf(known[0])}` : undefined
}

/** `found` are the rows that the same has just found. */
async function checkSums(
  run: Run,
  place: Place,
  read: Read,
  asked: Pick<Query, 'q' | 'filters'>,
  found: readonly Row[],
): Promise<void> {
  const { resource } = read
  const call = sumsCall(resource)
  const add = addedUp[resource]
  if (call === undefined || add === undefined) return
  const { organizationId } = place.tenant
  let rows: readonly Row[] | undefined = found
  const { exchange, wrong } = await twice(run, place, read, async () => {
    const added = rows ?? (await walk(run, queryOf(place, resource, asked))).rows
    rows = undefined
    const told = await run.succeed('lists.sums', call.name, { body: { organizationId, ...asked } })
    const sums = dataOf(told)
    return { exchange: told, wrong: difference(add(added), sums) ?? otherCurrency(added, sums) }
  })
  run.verify('lists.sums', exchange, wrong === undefined, `what the ${resource} that are found come to`, wrong)
}

async function checkSorts(run: Run, place: Place, read: Read): Promise<void> {
  const { resource, list, shown } = read
  if (shown.length < 2) return
  for (const sortBy of sortsOf(list)) {
    if (!shown.some((row) => sortBy in row)) continue
    const limit = limitThrough(shown, sortBy)
    const { exchange, wrong } = await twice(run, place, read, async (now) => {
      const sorted = (sortOrder: 'asc' | 'desc') =>
        walk(run, queryOf(place, resource, { sortBy, sortOrder }), { limit })
      const [up, down] = [await sorted('asc'), await sorted('desc')]
      const lost = unlike(now.shown, up.rows) ?? unlike(now.shown, down.rows)
      return { exchange: down.exchange, wrong: lost ?? disorder(sortBy, up.rows, down.rows) }
    })
    run.verify('lists.sorts', exchange, wrong === undefined, `all ${resource} in the order of ${sortBy}`, wrong)
  }
}

/** A size of pages at which one of them ends between equal values, which shows whether each row is on one of them alone. */
function limitThrough(rows: readonly Row[], sortBy: string): number {
  if (rows.length > 60) return 100
  const counts = new Map<unknown, number>()
  for (const row of rows) counts.set(row[sortBy], (counts.get(row[sortBy]) ?? 0) + 1)
  const most = Math.max(...counts.values())
  // Of pages smaller than a run of equal values one ends within it, whichever way the rows are sorted.
  return most < 3 ? 7 : Math.min(7, most - 1)
}

/** Two rows of a list, far apart. */
const someOf = (rows: readonly Row[], next: (below: number) => number): Row[] => {
  const one = rows[next(rows.length)]
  const other = rows[next(rows.length)]
  return [...new Set([one, other])].filter((row) => row !== undefined)
}

async function checkFound(run: Run, place: Place, read: Read): Promise<void> {
  const { resource, list, shown } = read
  const { finds } = lists[resource]
  const next = numbersOf(run.options.seed + 7)
  const tried = new Set<string>()
  for (const row of finds.flatMap((column) =>
    someOf(
      shown.filter((one) => textOf(one[column] ?? '') !== ''),
      next,
    ),
  )) {
    for (const [column, text] of textsIn(row, finds)) {
      if (tried.has(`${column} ${text}`)) continue
      tried.add(`${column} ${text}`)
      const spelled = /phone/i.test(column) ? spellingsOf(text) : []
      const numbered = column === 'number' ? [`#${text}`] : []
      for (const q of [...typings(text), ...spelled, ...numbered]) await finding(run, place, resource, q, row, column)
      for (const q of /phone/i.test(column) ? [] : wildcardsOf(text)) await notFinding(run, place, resource, q, row)
      const questions = questionsOf(list, shown, place.zone, next(1_000)).filter((filters) => isTold(read, filters))
      const filters = questions[next(questions.length)] ?? {}
      await narrowed(run, place, read, text, filters)
    }
  }
}

async function finding(run: Run, place: Place, resource: SearchResource, q: string, row: Row, column: string) {
  const { rows, total, exchange } = await searchPage(run, queryOf(place, resource, { q, limit: 100 }))
  if (total > 100) return
  const isFound = rows.some(({ id }) => id === row.id)
  run.verify('lists.found', exchange, isFound, `${resource} by their ${column}, typed as ${q}`, `not ${row.id}`)
  const strange = strangelyFound(rows, q)
  run.verify('lists.found', exchange, strange === undefined, `in foundBy what has ${q}, or nothing`, strange)
}

/** What only an order itself shows finds it as well: whose it is, its parcels and its payments (OR-01). */
const unseen: readonly [column: string, textsOf: (order: Row) => unknown[]][] = [
  ['email', ({ customer }) => [fieldsOf(customer)['email']]],
  ['phone', ({ customer }) => [fieldsOf(customer)['phone']]],
  ['tracking number', ({ fulfilments }) => recordsIn(fulfilments).map(({ trackingNumber }) => trackingNumber)],
  ['reference', ({ transactions }) => recordsIn(transactions).map(({ reference }) => reference)],
]

async function checkFoundUnseen(run: Run, place: Place, { shown }: Read): Promise<void> {
  const open = new Map(unseen)
  for (const row of shown.slice(0, mostRead)) {
    if (open.size === 0) return
    const order = recordOf(await run.succeed('lists.found', 'orders.get', { params: { orderId: row.id } }))
    for (const [column, textsOf] of open) {
      const text = textsOf(order).find((one) => typeof one === 'string' && one.length >= 3)
      if (text === undefined) continue
      open.delete(column)
      await finding(run, place, 'orders', textOf(text), row, column)
    }
  }
}

async function notFinding(run: Run, place: Place, resource: SearchResource, q: string, row: Row): Promise<void> {
  const { rows, exchange } = await searchPage(run, queryOf(place, resource, { q, limit: 100 }))
  // What it was found by that its list does not show is told, and none of the list's texts.
  const isFound = rows.some(({ id, foundBy }) => id === row.id && (foundBy ?? null) === null)
  run.verify('lists.found', exchange, !isFound, `no ${resource} by ${q}, which none of them has`, `${row.id} is found`)
}

/** What is looked for and what narrows go together. */
async function narrowed(run: Run, place: Place, read: Read, q: string, filters: Filters): Promise<void> {
  const { resource, list, by } = read
  const { exchange, wrong, all, some } = await twice(run, place, read, async () => {
    const all = await walk(run, queryOf(place, resource, { q }))
    const some = await walk(run, queryOf(place, resource, { q, filters }))
    const due = all.rows.filter((row) => isAsked(list, row, filters, place.zone))
    const isForetold = !('ids' in filters || (by !== undefined && by in filters))
    return { exchange: some.exchange, all, some, wrong: isForetold ? unlike(due, some.rows) : undefined }
  })
  run.verify(
    'lists.filters',
    exchange,
    wrong === undefined,
    `of the ${resource} with a text those by ${nameOf(filters)}`,
    wrong,
  )
  await checkSums(run, place, read, { q }, all.rows)
  await checkSums(run, place, read, { q, filters }, some.rows)
}
