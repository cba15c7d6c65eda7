import { found, mostOfAKind } from '../../extensions/search'
import { difference } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { jsonSchemaOf } from '../engine/jsonSchema'
import { type Row, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { textOf } from '../engine/text'
import type { World } from '../engine/world'
import { spellingsOf, typings, wildcardsOf } from '../predict/questions'
import { deleteCustomer, makeCustomer } from './customerBasics'
import { refuseForeign } from './intrusion'
import { dataOf, fieldsOf, listOf } from './paying'
import { makeOne, makeProduct } from './sellingBasics'

const rule = 'search.find'

type Kind = keyof typeof found.shape

/** By which of its columns a record is found: whole, by its beginning, or by any part. */
const foundBy: Readonly<Record<Kind, Readonly<Record<string, 'whole' | 'beginning' | 'part'>>>> = {
  orders: { number: 'whole' },
  fulfillments: { trackingNumber: 'beginning' },
  campaigns: { name: 'part' },
  products: { name: 'part', sku: 'part' },
  customers: { name: 'part', email: 'part', phone: 'whole', shippingAddress: 'part' },
}

const kinds = Object.keys(foundBy) as Kind[]

/** Whatever its own list knows a record by finds it among all kinds, too; what has nothing of it is not found (WF-01). */
export async function checkFindAnything(run: Run, world: World): Promise<void> {
  if (!run.isFull || run.lacks('search.find')) return
  const { first, second } = world
  const { organizationId } = first
  if (!run.options.readOnly) await checkBeginnings(run, world)
  const known = new Map<string, Row>()
  for (const kind of kinds) {
    await attempt(run, rule, async () => {
      const body = { organizationId, resource: kind, limit: 40, page: 1 } as const
      const { rows } = await searchPage(run, body)
      if (kind === 'customers') for (const row of rows) known.set(row.id, row)
      for (const [column, how] of Object.entries(foundBy[kind])) {
        for (const row of rows.filter((one) => textsOf(one[column]).length > 0).slice(0, 2)) {
          for (const text of textsOf(row[column]).slice(0, 2)) {
            await attempt(run, rule, () => checkText(run, organizationId, { kind, row, column, text, how }, known))
          }
        }
      }
    })
  }
  if (second === undefined) return
  await refuseForeign(run, second, first, 'search.find', { query: { organizationId, q: 'abc' }, isValid: true })
}

/** What begins with a word comes before what has it later, also where its name is the later one. */
async function checkBeginnings(run: Run, { first, marker }: World): Promise<void> {
  const { organizationId } = first
  const word = `${marker}find`
  const names = { begins: `${word} zinc`, has: `alder ${word}` }
  await attempt(run, rule, async () => {
    // Before anything is made for a backend that has no such call.
    await ask(run, organizationId, word)
    for (const [at, name] of Object.entries(names)) {
      await makeProduct(run, first, `${marker}-${at}`, { name })
      await makeOne(run, first, 'campaigns', rule, { organizationId, name })
      const [firstName = '', lastName = ''] = name.split(' ')
      await makeCustomer(run, first, {
        organizationId,
        firstName,
        lastName,
        email: `${at}-${marker}@unknown.offerdesk.example`,
      })
    }
    const exchange = await ask(run, organizationId, word)
    for (const kind of ['products', 'campaigns', 'customers'] as const) {
      const told = rowsIn(exchange, kind).map(({ name }) => textOf(name ?? ''))
      const isInOrder = told.indexOf(names.begins) === 0 && told.includes(names.has)
      run.verify(rule, exchange, isInOrder, `of ${kind}, ${names.begins} before ${names.has}`, told.join(', '))
    }
    await checkShort(run, organizationId, word)
    await attempt(run, rule, () => checkGone(run, first, word))
  })
}

/** Who has been deleted is found no more, and all others are. */
async function checkGone(run: Run, tenant: World['first'], word: string): Promise<void> {
  const { organizationId } = tenant
  const [gone, ...others] = rowsIn(await ask(run, organizationId, word), 'customers')
  if (gone === undefined) return
  await deleteCustomer(run, tenant, gone.id)
  const exchange = await ask(run, organizationId, word)
  const left = new Set(rowsIn(exchange, 'customers').map(({ id }) => id))
  const isLeft = !left.has(gone.id) && others.every(({ id }) => left.has(id))
  run.verify(rule, exchange, isLeft, 'no customer who has been deleted, and the others', [...left].join(', '))
}

/** Of one letter or two names begin with them, and have them nowhere else. */
async function checkShort(run: Run, organizationId: string, marker: string): Promise<void> {
  for (const q of [marker.slice(0, 2), marker.slice(0, 1)]) {
    const exchange = await ask(run, organizationId, q)
    for (const kind of ['campaigns', 'products'] as const) {
      const rows = rowsIn(exchange, kind)
      const stray = rows.find(({ name, sku }) => ![name, sku].some((text) => plain(text).startsWith(q.toLowerCase())))
      run.verify(rule, exchange, stray === undefined, `${kind} that begin with ${q}`, textOf(stray?.['name'] ?? ''))
      // There is one at least, which was made before.
      run.verify(rule, exchange, rows.length > 0, `some of the ${kind} that begin with ${q}`, 'none')
    }
    const people = rowsIn(exchange, 'customers')
    const other = people.find(({ name, email }) =>
      [...plain(name).split(/\s+/), plain(email)].every((text) => !text.startsWith(q.toLowerCase())),
    )
    run.verify(
      rule,
      exchange,
      other === undefined,
      `customers whose names begin with ${q}`,
      textOf(other?.['name'] ?? ''),
    )
    run.verify(rule, exchange, people.length > 0, `some of the customers whose names begin with ${q}`, 'none')
  }
}

const textsOf = (value: unknown): string[] =>
  (typeof value === 'object' && value !== null ? Object.values(fieldsOf(value)) : [value])
    .map((part) => textOf(part ?? '').trim())
    .filter((text) => text.length >= 3 && text.length <= 120 && !/\p{Cc}/u.test(text))

interface Sought {
  kind: Kind
  row: Row
  column: string
  text: string
  how: 'whole' | 'beginning' | 'part'
}

const ask = (run: Run, organizationId: string, q: string) =>
  run.succeed(rule, 'search.find', { query: { organizationId, q } })

const rowsIn = (exchange: Exchange, kind: Kind): Row[] => listOf(dataOf(exchange)[kind])

async function checkText(
  run: Run,
  organizationId: string,
  sought: Sought,
  known: ReadonlyMap<string, Row>,
): Promise<void> {
  const { kind, row, column, text, how } = sought
  const spelled = column === 'phone' ? spellingsOf(text) : []
  const numbered = column === 'number' ? [`#${text}`] : []
  const begun = how === 'beginning' ? [text.slice(0, Math.max(4, text.length - 3))] : []
  for (const q of [...typings(text), ...spelled, ...numbered, ...begun]) {
    const exchange = await ask(run, organizationId, q)
    for (const each of kinds) {
      const count = rowsIn(exchange, each).length
      run.verify(rule, exchange, count <= mostOfAKind, `at most ${mostOfAKind} of each kind`, `${count} ${each}`)
    }
    const told = rowsIn(exchange, kind)
    const one = told.find(({ id }) => id === row.id)
    // So many others are called the same that it is left out.
    if (one === undefined && told.length === mostOfAKind) continue
    run.verify(rule, exchange, one !== undefined, `one of the ${kind} by its ${column}, typed as ${q}`, `not ${row.id}`)
    if (one === undefined) continue
    const wrong = difference(shownOf(kind, row), one)
    run.verify(rule, exchange, wrong === undefined, `what the list of ${kind} shows of it`, wrong)
    checkOthers(run, exchange, q)
    checkPeople(run, exchange, q, known)
  }
  // A number has other spellings, which need not be those of its signs.
  if (how === 'whole') return
  for (const q of wildcardsOf(text)) {
    const exchange = await ask(run, organizationId, q)
    const isFound = rowsIn(exchange, kind).some(({ id }) => id === row.id)
    run.verify(rule, exchange, !isFound, `none of the ${kind} by ${q}, which it has nothing of`, row.id)
  }
}

/** The columns of a row that an answer about all kinds has, too. */
function shownOf(kind: Kind, row: Row): Fields {
  const names = Object.keys(jsonSchemaOf(found.shape[kind], 'output').items?.properties ?? {})
  return Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]]))
}

/** Letters without their accents, which may be looked for without them. */
const bare = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Customers who are told have what was typed, as far as their list tells all that they are found by. */
function checkPeople(run: Run, exchange: Exchange, q: string, known: ReadonlyMap<string, Row>): void {
  // Digits may be those of a number in one of its spellings.
  const words = bare(q)
    .split(/\s+/)
    .filter((word) => /^[a-z]{3,}$/.test(word))
  const stray = rowsIn(exchange, 'customers').find(({ id }) => {
    const row = known.get(id)
    if (row === undefined) return false
    const texts = Object.keys(foundBy.customers).map((column) => JSON.stringify(row[column] ?? ''))
    return words.some((word) => !bare(texts.join(' ')).includes(word))
  })
  run.verify(rule, exchange, stray === undefined, 'no customers who have nothing of what was typed', stray?.id)
}

const plain = (value: unknown) => textOf(value ?? '').toLowerCase()

/** Every record that is told has what was typed, as far as one can see it; names that begin so come before others. */
function checkOthers(run: Run, exchange: Exchange, typed: string): void {
  const q = typed.trim().toLowerCase()
  const has: Partial<Record<Kind, (row: Row) => boolean>> = {
    orders: ({ number }) => plain(number) === q.replace('#', ''),
    fulfillments: ({ trackingNumber }) => plain(trackingNumber).startsWith(q),
    campaigns: ({ name }) => q.split(/\s+/).every((word) => plain(name).includes(word)),
    products: ({ name, sku }) =>
      q.split(/\s+/).every((word) => plain(name).includes(word) || plain(sku).includes(word)),
  }
  for (const kind of kinds) {
    const rows = rowsIn(exchange, kind)
    const stray = rows.find((row) => has[kind]?.(row) === false)
    run.verify(rule, exchange, stray === undefined, `no ${kind} that have nothing of what was typed`, stray?.id)
    if (kind !== 'campaigns' && kind !== 'products') continue
    const begins = rows.map(({ name }) => plain(name).startsWith(q))
    const isFirst = begins.every((isSo, index) => !isSo || index === 0 || begins[index - 1] === true)
    run.verify(
      rule,
      exchange,
      isFirst,
      `of ${kind}, those first whose names begin so`,
      rows.map(({ name }) => textOf(name)).join(', '),
    )
  }
}
