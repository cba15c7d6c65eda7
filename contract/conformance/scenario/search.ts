import { isAlike } from '../engine/declared'
import { ownPrice } from '../engine/journal'
import { type Page, type Query, recordOf, type Row, searchPage, totalOf, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { type Tenant, workplaceOf } from '../engine/tenant'
import { textOf } from '../engine/text'
import type { World } from '../engine/world'
import { findOffer, keepIfOurs, makeOffer, offerBody, type OfferFields, tidyOffer } from './offerBasics'
import { checkOwnSorts, checkSortsOfNothing } from './sorting'

/** Prices and quantities whose order as text is another than as numbers, and that repeat across pages. */
const prices = [100, 9, 25.5, 1000, 3, 9.99, 30, 200, 10, 2, 1000.01, 99, 20.2]
const quantities = [5, 40, 5, 5, 300, 5, 40, 5, 5, 7, 5, 40, 5]

/** Many more, made without looking at each: full pages of 10, 20 and 50, and more than any of them holds. */
const many = 60

/**
 * What follows the letter in a name: long, with letters beyond ASCII, and with signs that take four bytes in UTF-8 and two in
 * UTF-16. Each is the run's own, as an earlier one may have left its offers.
 */
const tail = 'y'.repeat(70)
const wordsOf = (marker: string) => ({
  long: `${tail}${marker}one`,
  cut: `${tail}${marker}two`,
  foreign: `zqÜnïcödé日本${marker}`,
  signs: `zq🎁🎁${marker}`,
})

/** How long a fresh record may stay unfound by q. */
const freshMs = 2_000

/** Searches over offers that the run makes itself, so that every row and the total are known. */
export async function checkSearch(run: Run, world: World): Promise<void> {
  const tenant = world.first
  const term = `${world.marker}s`
  await attempt(run, 'search.paging', async () => {
    const made: Row[] = []
    const letters = 'GAMCKBLDJEIFH'
    const { long, foreign, signs } = wordsOf(world.marker)
    const tails = [long, foreign, signs].map((word) => ` ${word}`)
    for (const [index, basePrice] of prices.entries()) {
      const fields: OfferFields = { basePrice, quantity: quantities[index] ?? 1, shipPrice: 5 }
      const name = `${term} ${letters[index]}${tails[index] ?? ''} ${world.marker}t`
      made.push((await makeOffer(run, tenant, name, fields)).row)
      if (index === 0) await attempt(run, 'search.q', () => checkFresh(run, tenant.organizationId, term, made))
    }
    const query: Query = { organizationId: tenant.organizationId, resource: 'offers', q: term }
    await attempt(run, 'search.q', () => checkQ(run, query, made, world.marker))
    await attempt(run, 'search.paging', () => checkPaging(run, query, made))
    await attempt(run, 'search.defaults', () => checkDefaults(run, query, made))
    await attempt(run, 'search.filter', () => checkNarrowing(run, query, made, world))
    await attempt(run, 'search.sort', () => checkOwnSorts(run, query, made, world))
    await attempt(run, 'search.sort', () => checkSortsOfNothing(run, query, made))
    await attempt(run, 'search.filter', () => checkTogether(run, query, world))
    await attempt(run, 'search.paging', () => checkMany(run, tenant, world.marker))
    if (run.isFull) {
      await attempt(run, 'search.qFull', () => checkCase(run, query, made))
      await attempt(run, 'search.qFull', () => checkWords(run, query, made, world.marker))
    }
    await attempt(run, 'search.q', () => checkRenamed(run, world, query, made))
    for (const { id } of made) await tidyOffer(run, tenant, id)
    if (run.options.keep === true) return
    const { rows, exchange } = await untilTotal(run, query, 0)
    run.verify('search.q', exchange, rows.length === 0, 'no deleted offer found')
  })
}

/** Repeats a search until it has the total or the time is up. */
async function untilTotal(run: Run, query: Query, total: number): Promise<Page> {
  const deadline = Date.now() + freshMs
  for (;;) {
    const page = await searchPage(run, { limit: 100, ...query })
    if (page.total === total || Date.now() > deadline) return page
    await run.sender.pause(100)
  }
}

async function checkFresh(run: Run, organizationId: string, term: string, made: Row[]): Promise<void> {
  const { rows, exchange } = await untilTotal(run, { organizationId, resource: 'offers', q: term }, made.length)
  const isFound = rows.length === 1 && rows[0]?.id === made[0]?.id
  run.verify('search.q', exchange, isFound, 'the offer that was just made, and it alone')
}

/** A new name is what a record is found by, and the old one is not any more. */
async function checkRenamed(run: Run, world: World, query: Query, made: Row[]): Promise<void> {
  const tenant = world.first
  const renamed = made.at(-1)
  if (renamed === undefined) return
  const q = `${world.marker}r`
  const ask = { as: tenant.account, params: { offerId: renamed.id }, body: { displayName: `${q} N` } }
  await run.succeed('offers.update', 'offers.update', ask)
  const now = await untilTotal(run, { ...query, q }, 1)
  run.verify('search.q', now.exchange, isSameSet(now.rows, [renamed]), 'the offer by its new name')
  const due = made.filter(({ id }) => id !== renamed.id)
  const old = await untilTotal(run, query, due.length)
  run.verify('search.q', old.exchange, isSameSet(old.rows, due), 'the renamed offer not by its old name')
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted()
const isSameSet = (rows: readonly { id: string }[], expected: readonly { id: string }[]) =>
  JSON.stringify(idsOf(rows)) === JSON.stringify(idsOf(expected))

async function checkQ(run: Run, query: Query, made: Row[], marker: string): Promise<void> {
  const { long, cut: half, foreign } = wordsOf(marker)
  const { rows, total, exchange } = await untilTotal(run, query, made.length)
  run.verify(
    'search.q',
    exchange,
    isSameSet(rows, made),
    `the ${made.length} offers with the word, and no others`,
    `${total} found`,
  )
  const own = new Map(made.map((row) => [row.id, row]))
  const wrong = rows.find(
    (row) => JSON.stringify(row['displayName']) !== JSON.stringify(own.get(row.id)?.['displayName']),
  )
  run.verify('search.sameRow', exchange, wrong === undefined, 'the rows as the campaign lists them')
  const one = await searchPage(run, { ...query, q: `${query.q ?? ''}none`, limit: 100 })
  run.verify('search.q', one.exchange, one.total === 0, 'nothing for a word that no record has')
  for (const [index, text] of [long, foreign].entries()) {
    const found = await searchPage(run, { ...query, q: text, limit: 100 })
    const isFound = isSameSet(found.rows, made.slice(index, index + 1))
    run.verify('search.q', found.exchange, isFound, 'the one offer whose name has the word', `${found.total} found`)
  }
  const cut = await searchPage(run, { ...query, q: half, limit: 100 })
  run.verify('search.q', cut.exchange, cut.total === 0, 'nothing for a word that only begins like one', `${cut.total}`)
}

async function checkPaging(run: Run, query: Query, made: Row[]): Promise<void> {
  for (const limit of [5, 4, 1, 13]) {
    const { rows, total, exchange } = await walk(run, query, { limit })
    run.verify('search.total', exchange, total === made.length, `a total of ${made.length}`, `${total}`)
    run.verify(
      'search.paging',
      exchange,
      isSameSet(rows, made),
      'all of them once over the pages',
      `${rows.length} rows`,
    )
  }
  const beyond = await searchPage(run, { ...query, limit: 5, page: 4 })
  run.verify('search.paging', beyond.exchange, beyond.rows.length === 0, 'no rows beyond the last page')
  const isTotal = beyond.total === made.length
  run.verify(
    'search.total',
    beyond.exchange,
    isTotal,
    `a total of ${made.length} beyond the last page, too`,
    `${beyond.total}`,
  )
}

async function checkDefaults(run: Run, query: Query, made: Row[]): Promise<void> {
  const { limit: _limit, page: _page, ...bare } = query
  const byDefault = await searchPage(run, bare)
  run.verify(
    'search.defaults',
    byDefault.exchange,
    byDefault.rows.length === 10,
    '10 rows',
    `${byDefault.rows.length} rows`,
  )
  const explicit = await searchPage(run, { ...bare, limit: 10, page: 1 })
  const isSame = isAlike(byDefault.rows, explicit.rows)
  run.verify('search.defaults', byDefault.exchange, isSame, 'what limit 10 and page 1 answer')
  const second = await searchPage(run, { ...bare, page: 2 })
  const left = made.length - 10
  run.verify(
    'search.defaults',
    second.exchange,
    second.rows.length === left,
    `${left} rows on page 2`,
    `${second.rows.length}`,
  )
  const most = await searchPage(run, { ...bare, limit: 100 })
  run.verify('search.limit', most.exchange, isSameSet(most.rows, made), 'all of them with limit 100')
}

/** Filters and q narrow together. */
async function checkNarrowing(run: Run, query: Query, made: Row[], { first }: World): Promise<void> {
  const here = await searchPage(run, { ...query, limit: 100, filters: { campaignId: first.workplace?.id ?? '' } })
  run.verify('search.filter', here.exchange, isSameSet(here.rows, made), 'all of them in their campaign')
  const other = first.campaigns.find(({ id }) => id !== first.workplace?.id)
  if (other === undefined) return
  const there = await searchPage(run, { ...query, limit: 100, filters: { campaignId: other.id } })
  run.verify(
    'search.filter',
    there.exchange,
    there.total === 0 && there.rows.length === 0,
    'none of them in another campaign',
  )
}

/** Offers of a second product: filters narrow together, and each of them alone (OT-06). */
async function checkTogether(run: Run, { organizationId, resource }: Query, { first, marker }: World): Promise<void> {
  const [, product] = first.products
  const campaignId = workplaceOf(first).id
  if (product === undefined) return
  const term = `${marker}b`
  const body = { ...offerBody(first, `${term} second`), productId: product.id }
  const made = await run.succeed('offers.create', 'offers.create', { params: { campaignId }, body })
  const row = await findOffer(run, first, recordOf(made).id)
  if (!keepIfOurs(run, first, row, body.displayName)) return
  const all = await walk(run, { organizationId, resource })
  const byProduct = all.rows.filter((one) => one['productId'] === product.id)
  const pairs: Record<string, string | number>[] = [
    { campaignId, productId: product.id },
    { productId: product.id, campaignId },
    { campaignId, basePrice: ownPrice },
    { campaignId, quantity: 7, basePrice: ownPrice },
  ]
  for (const filters of all.isComplete && byProduct.length > 0 ? pairs : []) {
    const names = Object.keys(filters).filter((name) => name !== 'campaignId')
    const alone = Object.fromEntries(names.map((name) => [name, filters[name] ?? '']))
    const exchange = await run.ask('search.search', { body: { organizationId, resource, filters: alone, limit: 1 } })
    // What can not be filtered by is refused, or at level core left out of account.
    if (exchange.status !== 200 || totalOf(exchange) === all.rows.length) continue
    const found = await walk(run, { organizationId, resource, filters })
    const due = all.rows.filter((one) => Object.entries(filters).every(([name, value]) => one[name] === value))
    const expected = `the ${due.length} offers that have ${Object.keys(filters).join(' and ')}`
    run.verify('search.filterRefused', found.exchange, isSameSet(found.rows, due), expected, `${found.total} found`)
  }
  await tidyOffer(run, first, row.id)
}

/** A total beyond every page, and a last page that is full. */
async function checkMany(run: Run, tenant: Tenant, marker: string): Promise<void> {
  const term = `${marker}m`
  const params = { campaignId: workplaceOf(tenant).id }
  const ids: string[] = []
  for (let number = 0; number < many; number += 1) {
    const body = offerBody(tenant, `${term} ${number}`)
    const { id } = recordOf(await run.succeed('offers.create', 'offers.create', { params, body }))
    ids.push(id)
  }
  const query: Query = { organizationId: tenant.organizationId, resource: 'offers', q: term }
  const { rows, total, exchange } = await untilTotal(run, query, many)
  for (const row of rows) {
    const name = textOf(row['displayName'])
    if (name.startsWith(term)) run.journal.made('offers', row.id, tenant.account.name, name)
  }
  run.verify('search.total', exchange, total === many, `a total of ${many}`, `${total}`)
  const own = ids.map((id) => ({ id }))
  for (const limit of [10, 20, 50, 100]) {
    const walked = await walk(run, query, { limit })
    const expected = `all ${many} once over the pages of ${limit}`
    run.verify('search.paging', walked.exchange, isSameSet(walked.rows, own), expected, `${walked.rows.length} rows`)
  }
  const beyond = await searchPage(run, { ...query, limit: 10, page: many / 10 + 1 })
  run.verify('search.paging', beyond.exchange, beyond.rows.length === 0, 'no rows beyond a full last page')
  for (const { id } of rows) if (run.journal.isOurs('offers', id)) await tidyOffer(run, tenant, id)
}

async function checkCase(run: Run, query: Query, made: Row[]): Promise<void> {
  const spaced = await searchPage(run, { ...query, q: `  ${query.q ?? ''} `, limit: 100 })
  run.verify('search.qFull', spaced.exchange, isSameSet(spaced.rows, made), 'the same with blanks around')
  const shouted = await searchPage(run, { ...query, q: (query.q ?? '').toUpperCase(), limit: 100 })
  run.verify('search.qFull', shouted.exchange, isSameSet(shouted.rows, made), 'the same in capital letters')
  for (const sign of ['%', '_', '*', '\\', "'", '"']) {
    const { total, exchange } = await searchPage(run, { ...query, q: `${query.q ?? ''}${sign}`, limit: 100 })
    run.verify('search.qFull', exchange, total === 0, `nothing, as no record has the word with ${sign}`)
  }
  const { q: _q, ...everything } = query
  const all = await searchPage(run, { ...everything, limit: 1 })
  const empty = await searchPage(run, { ...everything, q: '', limit: 1 })
  run.verify(
    'search.qFull',
    empty.exchange,
    empty.total === all.total,
    `all ${all.total} for no word`,
    `${empty.total}`,
  )
  for (const sign of ['%', '_', '*']) {
    const { rows, total, exchange } = await searchPage(run, { ...everything, q: sign, limit: 100 })
    const isNarrower = total < all.total || rows.every((row) => JSON.stringify(row).includes(sign))
    run.verify('search.qFull', exchange, isNarrower, `only what has ${sign}`, `all ${total} found`)
  }
}

/** Every word of q counts, and every word of a name is found. */
async function checkWords(run: Run, query: Query, made: Row[], marker: string): Promise<void> {
  const last = await searchPage(run, { ...query, q: `${marker}t`, limit: 100 })
  run.verify('search.qFull', last.exchange, isSameSet(last.rows, made), 'the same by the last word of their names')
  const [one] = made
  const both = await searchPage(run, { ...query, q: textOf(one?.['displayName']), limit: 100 })
  const isFound = both.rows.some(({ id }) => id === one?.id)
  run.verify('search.qFull', both.exchange, isFound, 'the offer whose name was searched for')
  const gift = await searchPage(run, { ...query, q: wordsOf(marker).signs, limit: 100 })
  run.verify('search.qFull', gift.exchange, isSameSet(gift.rows, made.slice(2, 3)), 'the one offer whose name has it')
  const neither = await searchPage(run, { ...query, q: `${query.q ?? ''} ${query.q ?? ''}none`, limit: 100 })
  run.verify('search.qFull', neither.exchange, neither.total === 0, 'nothing, as no record has the second word')
}
