import type { SearchResource } from '../../search'
import { change } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import { type Row, totalOf, walk } from '../engine/listing'
import type { Run } from '../engine/run'

type Value = string | number | boolean

/** The most and the least frequent value of a column. */
function valuesOf(rows: readonly Row[], name: string): Value[] {
  const counts = new Map<Value, number>()
  for (const row of rows) {
    const value = row[name]
    const isValue =
      (typeof value === 'string' && value !== '') || typeof value === 'boolean' || typeof value === 'number'
    if (isValue) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const byCount = [...counts].toSorted(([, a], [, b]) => b - a).map(([value]) => value)
  const [most] = byCount
  const least = byCount.at(-1)
  return [...new Set([most, least])].filter((value) => value !== undefined)
}

/** Returns whether the list can be filtered by the column. */
export async function checkFilter(
  run: Run,
  organizationId: string,
  resource: SearchResource,
  name: string,
  all: readonly Row[],
): Promise<boolean> {
  let isApplied = false
  const isPromised = (run.isFull && name !== 'mustAgreeToTerms') || (resource === 'offers' && name === 'campaignId')
  for (const value of [...valuesOf(all, name), 'zq-nothing-has-this']) {
    const body = { organizationId, resource, filters: { [name]: value }, limit: 100, page: 1 }
    const exchange = await run.ask('search.search', { body })
    if (exchange.status !== 200) {
      // An id that can't be one may be refused instead of finding nothing.
      const isRefusal = [400, 404, 422].includes(exchange.status)
      run.verify(
        'search.filter',
        exchange,
        isRefusal && (!isPromised || value === 'zq-nothing-has-this'),
        `rows by ${name}`,
      )
      continue
    }
    const rule = isPromised ? 'search.filter' : 'search.filterRefused'
    const isNamed = isPromised || (resource === 'campaigns' && name === 'status')
    const found = await walk(run, { organizationId, resource, filters: { [name]: value } })
    const due = all.filter((row) => row[name] === value)
    if (!isNamed && found.total === all.length && due.length < all.length) {
      run.recorder.skip(rule, `${resource} can not be filtered by ${name}: the filter is neither applied nor refused`)
      return false
    }
    isApplied ||= due.length > 0
    const wrong = found.rows.find((row) => row[name] !== undefined && row[name] !== value)
    run.verify(rule, exchange, wrong === undefined, `only rows with ${name} ${value}`, JSON.stringify(wrong?.[name]))
    const isAll = found.total === due.length
    run.verify(rule, exchange, isAll, `the ${due.length} rows with ${name} ${value}`, `a total of ${found.total}`)
    const known = new Map(all.map((row) => [row.id, row]))
    for (const row of found.rows.slice(0, 100)) {
      const listed = known.get(row.id)
      const differs = listed === undefined ? `${row.id} is not in the whole list` : change(listed, row)
      if (!run.verify('search.sameRow', exchange, differs === undefined, 'the rows of the whole list', differs)) break
    }
  }
  if (isApplied) await checkBeginning(run, organizationId, resource, name, all)
  if (isApplied && run.isFull) await checkOddValues(run, organizationId, resource, name, all)
  return isApplied
}

/** Whether a filter that no row fits was applied, or refused; ignored, it finds what was to be hidden. */
const findsNothing = (exchange: Exchange): boolean =>
  exchange.status === 200 ? totalOf(exchange) === 0 : [400, 404, 422].includes(exchange.status)

/** A value is compared whole: what only begins like one is not it. */
async function checkBeginning(
  run: Run,
  organizationId: string,
  resource: SearchResource,
  name: string,
  all: readonly Row[],
): Promise<void> {
  const [value] = valuesOf(all, name)
  if (typeof value !== 'string' || value.length < 2) return
  for (const part of [value.slice(0, -1), value.slice(1)]) {
    if (all.some((row) => row[name] === part)) continue
    const body = { organizationId, resource, filters: { [name]: part } }
    const exchange = await run.ask('search.search', { body })
    run.verify(
      'search.filter',
      exchange,
      findsNothing(exchange),
      `no rows with ${name} ${JSON.stringify(part)}, or a refusal`,
    )
  }
}

/** A filter that the server does not know is refused or finds nothing: ignored, it shows what was to be hidden. */
export async function checkUnknownFilter(run: Run, organizationId: string, all: readonly Row[]): Promise<void> {
  if (all.length === 0) return
  const body = { organizationId, resource: 'offers', filters: { zqUnknownFilter: 'zq-nothing-has-this' } }
  const exchange = await run.ask('search.search', { body })
  run.verify(
    'search.filterRefused',
    exchange,
    findsNothing(exchange),
    'nothing by a filter that is not known, or a refusal',
  )
}

/** A value that no row has is not the same as no filter. */
async function checkOddValues(
  run: Run,
  organizationId: string,
  resource: SearchResource,
  name: string,
  all: readonly Row[],
): Promise<void> {
  for (const value of ['', 7, true]) {
    if (all.some((row) => row[name] === value)) continue
    const exchange = await run.ask('search.search', { body: { organizationId, resource, filters: { [name]: value } } })
    run.verify(
      'search.filter',
      exchange,
      findsNothing(exchange),
      `no rows with ${name} ${JSON.stringify(value)}, or a refusal`,
    )
  }
}

/** Two filters narrow together: what has the one value and not the other is not found. */
export async function checkPairs(
  run: Run,
  organizationId: string,
  resource: SearchResource,
  names: readonly string[],
  all: readonly Row[],
): Promise<void> {
  for (const [index, one] of names.entries()) {
    const other = names[index + 1]
    if (other === undefined) return
    const holding = (row: Row, name: string, like: Row) => row[name] === like[name]
    const like = all.find(
      (row) =>
        typeof row[one] === 'string' &&
        typeof row[other] === 'string' &&
        all.some((each) => holding(each, one, row) && !holding(each, other, row)) &&
        all.some((each) => holding(each, other, row) && !holding(each, one, row)),
    )
    if (like === undefined) continue
    const values: Record<string, string> = { [one]: String(like[one]), [other]: String(like[other]) }
    for (const filters of [values, Object.fromEntries(Object.entries(values).toReversed())]) {
      const found = await walk(run, { organizationId, resource, filters })
      const due = all.filter((row) => holding(row, one, like) && holding(row, other, like)).length
      const holds =
        found.total === due && found.rows.every((row) => holding(row, one, like) && holding(row, other, like))
      const expected = `the ${due} rows with ${one} ${String(like[one])} and ${other} ${String(like[other])}`
      run.verify('search.filter', found.exchange, holds, expected, `a total of ${found.total}`)
    }
  }
}
