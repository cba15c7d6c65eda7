import { importColumns, orderSources } from '../../extensions/sheetImports'
import { countryCodes } from '../../countries'
import { difference } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { textOf, withOtherCase } from '../engine/text'
import type { Tenant } from '../engine/tenant'
import type { World } from '../engine/world'
import { spellingsOf } from '../predict/questions'
import { checkImportedPeople } from './importedPeople'
import { fullCell, mostLetters, notRefusedFor } from './importSheet'
import { placeOf } from './ownPlace'
import { fieldsOf, listOf } from './paying'
import { makeOne, shopOf } from './sellingBasics'

const rule = 'sheetImports.columns'

type Kind = 'products' | 'customers'
type Cells = Readonly<Record<string, string>>

/** What a spreadsheet of a kind is about, beside its columns. */
interface About {
  /** What a record is known by. */
  key: string
  /** What something new has to be given. */
  needed: string
  cells: (word: string, phone: string) => Cells
  /** The same otherwise, as long as each may be. */
  others: (word: string, phone: string) => Cells
}

const kinds: Readonly<Record<Kind, About>> = {
  products: {
    key: 'sku',
    needed: 'name',
    cells: (word, phone) => ({
      // Of digits alone it is no number all the same.
      sku: `00${phone.replaceAll(/\D/g, '')}`,
      name: `${word} lamp`,
      category: 'Tea',
      price: '12.5',
      stock: '7',
      imageUrl: 'https://unknown.offerdesk.example/lamp.png',
      description: 'Burns, “quietly”',
    }),
    others: (word) => ({
      name: fullCell('products', 'name', `${word} lantern `),
      category: fullCell('products', 'category', 'Coffee '),
      price: '13.75',
      stock: '9',
      imageUrl: 'https://unknown.offerdesk.example/lantern.png',
      description: fullCell('products', 'description', 'Burns,\nand burns '),
    }),
  },
  customers: {
    key: 'email',
    needed: 'firstName',
    cells: (word, phone) => ({
      email: `${word}-sheet@unknown.offerdesk.example`,
      firstName: `${word} Sheila`,
      lastName: 'O’Sheet',
      phone,
      address1: '1 Column Road',
      address2: 'Back door',
      city: 'Salem',
      state: 'OR',
      // A text all the same, whose zeros count.
      postalCode: '00501',
      country: 'United States',
      note: 'Rings twice',
    }),
    others: (word, phone) => ({
      firstName: fullCell('customers', 'firstName', `${word} Sheena `),
      lastName: fullCell('customers', 'lastName', 'Row '),
      phone,
      address1: fullCell('customers', 'address1', '2 Column Road '),
      address2: fullCell('customers', 'address2', 'Front door '),
      city: fullCell('customers', 'city', 'Eugene '),
      state: fullCell('customers', 'state', 'WA '),
      postalCode: fullCell('customers', 'postalCode', '97401 '),
      country: 'CA',
      note: fullCell('customers', 'note', 'Rings once,\nand again '),
    }),
  },
}

/** What a cell means as a record has it. */
function meant(column: string, cell: string): unknown {
  if (column === 'price' || column === 'stock') return Number(cell)
  if (column !== 'country' || countryCodes.includes(cell)) return cell
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return countryCodes.find((code) => names.of(code) === cell)
}

/** What a record has in a column of a spreadsheet: a column of its own, or a line of its address. */
const inColumn = (row: Fields, column: string): unknown => row[column] ?? fieldsOf(row['shippingAddress'])[column]

/** As it is compared: phones by their digits alone. */
const compared = (column: string, value: unknown): unknown =>
  column === 'phone' ? textOf(value ?? '').replaceAll(/\D/g, '') : value

interface Told {
  line: Row
  exchange: Exchange
}

/** Every column that a spreadsheet is declared with is read, each by itself, and nothing else is changed by it. */
export async function checkImportColumns(run: Run, world: World): Promise<void> {
  if (!run.isFull || run.lacks('sheetImports.create')) return
  await attempt(run, rule, async () => {
    const { tenant, isOwn } = await placeOf(run, world)
    // Elsewhere somebody may have such a customer.
    if (!isOwn) return
    for (const kind of Object.keys(kinds) as Kind[]) {
      await attempt(run, rule, () => checkColumns(new Columns(run, tenant, kind, world.marker)))
    }
    await attempt(run, rule, async () => checkImportedPeople(run, world.marker, await shopOf(run, world, tenant)))
    await attempt(run, rule, async () =>
      checkSources(run, world, (await shopOf(run, world, tenant)).campaign.id, tenant),
    )
  })
}

class Columns {
  readonly about: About
  readonly columns: readonly string[]
  #line = 1

  constructor(
    readonly run: Run,
    readonly tenant: World['first'],
    readonly kind: Kind,
    readonly word: string,
  ) {
    this.about = kinds[kind]
    this.columns = importColumns[kind]
  }

  async begin(): Promise<string> {
    const { organizationId } = this.tenant
    // Without a name it is of products.
    const resource = this.kind === 'products' ? {} : { resource: this.kind }
    const body = { organizationId, name: fullCell('sheetImports', 'name', `${this.word} columns.csv `), ...resource }
    return (await makeOne(this.run, this.tenant, 'sheetImports', rule, body))[0].id
  }

  /** What becomes of one line. */
  async judged(importId: string, cells: Cells): Promise<Told> {
    this.#line += 1
    const { run } = this
    const body = { lines: [{ line: this.#line, cells }] }
    await run.succeed(rule, 'sheetImports.addLines', { params: { importId }, body })
    const exchange = await run.succeed(rule, 'sheetImports.lines', {
      params: { importId },
      query: { after: String(this.#line - 1) },
    })
    const { data } = exchange.json as { data?: unknown }
    return { line: listOf(data)[0] ?? { id: '' }, exchange }
  }

  /** The record that the cells name, as its list has it; undefined where there is none. */
  async record(cells: Cells): Promise<Row | undefined> {
    const key = cells[this.about.key] ?? ''
    const { organizationId } = this.tenant
    const { rows } = await searchPage(this.run, { organizationId, resource: this.kind, q: key, limit: 10, page: 1 })
    const row = rows.find((one) => textOf(one[this.about.key] ?? '').toLowerCase() === key.toLowerCase())
    if (row === undefined) return undefined
    const name = textOf(row[this.kind === 'products' ? 'sku' : 'firstName'] ?? '')
    this.run.journal.made(this.kind, row.id, this.tenant.account.name, name)
    return row
  }

  /** What a record has otherwise than its cells say, in words. */
  wrong(cells: Cells, row: Row | undefined): string | undefined {
    if (row === undefined) return 'it is not there'
    for (const [column, cell] of Object.entries(cells)) {
      const [due, is] = [compared(column, meant(column, cell)), compared(column, inColumn(row, column))]
      const problem = difference({ [column]: due }, { [column]: is })
      if (problem !== undefined) return problem
    }
    return undefined
  }

  commit(importId: string): Promise<Exchange> {
    return this.run.succeed(rule, 'sheetImports.commit', { params: { importId }, body: {} })
  }

  withdraw(importId: string): Promise<Exchange> {
    return this.run.succeed(rule, 'sheetImports.withdraw', { params: { importId }, body: {} })
  }
}

const changesOf = ({ line }: Told) =>
  listOf(line['changes']) as unknown as { field: string; from: unknown; to: unknown }[]

async function checkColumns(sheet: Columns): Promise<void> {
  const { run, about, kind, word, columns } = sheet
  const cells = about.cells(word, run.phones.next())
  const first = await sheet.begin()
  const fresh = await sheet.judged(first, cells)
  const verify = ({ exchange }: { exchange: Exchange }, wrong: string | undefined, expected: string) =>
    run.verify(rule, exchange, wrong === undefined, expected, wrong)
  const saysOf = ({ line }: Told) =>
    JSON.stringify({ verdict: line['verdict'], problems: line['problems'], changes: line['changes'] })
  const is = (told: Told, verdict: string, expected: string) =>
    verify(told, told.line['verdict'] === verdict ? undefined : saysOf(told), expected)
  is(fresh, 'create', `a line of ${kind} that adds one`)
  const twice = await sheet.judged(first, cells)
  is(twice, 'refused', `a second line about one of the ${kind} refused`)
  const committed = await sheet.commit(first)
  verify(
    { exchange: committed },
    sheet.wrong(cells, await sheet.record(cells)),
    `every column of ${kind} as its cell says`,
  )

  const key = { [about.key]: cells[about.key] ?? '' }
  const others = about.others(word, run.phones.next())
  // What is judged here is given up, and changes nothing.
  const judging = await sheet.begin()
  const same = await sheet.judged(judging, cells)
  is(same, 'same', `nothing to change by what one of the ${kind} has already`)
  await sheet.withdraw(judging)
  const empty = Object.fromEntries(columns.map((column) => [column, '']))
  for (const column of columns) {
    if (column === about.key) continue
    const other = others[column] ?? ''
    const importId = await sheet.begin()
    const told = await sheet.judged(importId, { ...empty, ...key, [column]: other })
    const [change, ...more] = changesOf(told)
    const due = { field: column, to: compared(column, meant(column, other)) }
    const isIt = change !== undefined && more.length === 0 && told.line['verdict'] === 'update'
    const wrong = isIt ? difference(due, { ...change, to: compared(column, change.to) }) : saysOf(told)
    verify(told, wrong, `the one change of ${column} of ${kind}`)
    await sheet.withdraw(importId)
  }
  const untouched = await sheet.record(cells)
  verify(same, sheet.wrong(cells, untouched), `none of the ${kind} changed by lines that were given up`)

  const column = columns.find((one) => one !== about.key && one !== about.needed) ?? ''
  const one = { [column]: others[column] ?? '' }
  await attempt(run, rule, () => checkWritten(sheet, { ...empty, ...key, ...one }, cells, { ...cells, ...one }))
  await attempt(run, rule, () => checkAll(sheet, cells, others, key))
  await attempt(run, rule, () => checkUnfit(sheet, key))
  if (kind === 'customers') await attempt(run, rule, () => checkSpellings(sheet, cells, others))
}

/** Orders are of the campaign, and of where they were placed: elsewhere unless that is said. */
async function checkSources(run: Run, { marker }: World, campaignId: string, tenant: Tenant): Promise<void> {
  const { organizationId } = tenant
  for (const source of [undefined, ...orderSources]) {
    const body = {
      organizationId,
      resource: 'orders',
      campaignId,
      name: `${marker} orders.csv`,
      ...(source && { source }),
    }
    const [{ id }, exchange] = await makeOne(run, tenant, 'sheetImports', rule, body)
    const params = { importId: id }
    const given = await run.succeed(rule, 'sheetImports.withdraw', { params, body: {} })
    const due = { resource: 'orders', campaignId, source: source ?? 'other' }
    for (const told of [recordOf(exchange), recordOf(given)]) {
      const wrong = difference(due, told)
      run.verify(rule, exchange, wrong === undefined, `an import of orders that were placed at ${due.source}`, wrong)
    }
  }
}

/** What is empty in a line is left as it is, also once it is written; and all as it was once it is undone. */
async function checkWritten(sheet: Columns, line: Cells, before: Cells, after: Cells): Promise<void> {
  const { run, kind } = sheet
  const importId = await sheet.begin()
  await sheet.judged(importId, line)
  const done = await sheet.commit(importId)
  const wrong = sheet.wrong(after, await sheet.record(before))
  run.verify(rule, done, wrong === undefined, `one column of the ${kind} changed, and what was empty left`, wrong)
  await run.succeed(rule, 'sheetImports.undo', { params: { importId }, body: {} })
}

/** All columns at once are changed, and as they were once it is undone. */
async function checkAll(sheet: Columns, cells: Cells, others: Cells, key: Cells): Promise<void> {
  const { run, kind } = sheet
  const spelled = Object.fromEntries(
    Object.entries(key).map(([column, text]) => [column, ` ${kind === 'customers' ? withOtherCase(text) : text} `]),
  )
  const importId = await sheet.begin()
  await sheet.judged(importId, { ...others, ...spelled })
  const done = await sheet.commit(importId)
  const wrong = sheet.wrong(others, await sheet.record(cells))
  run.verify(
    rule,
    done,
    wrong === undefined,
    `one of the ${kind} changed in every column, however its key is typed`,
    wrong,
  )
  const undone = await run.succeed(rule, 'sheetImports.undo', { params: { importId }, body: {} })
  const left = sheet.wrong(cells, await sheet.record(cells))
  run.verify(rule, undone, left === undefined, `one of the ${kind} as it was before the import`, left)
  const state = textOf(recordOf(undone)['state'] ?? '')
  run.verify(rule, undone, state === 'undone', 'an import that was undone', state)
}

/** What can't be is refused at its column. */
async function checkUnfit(sheet: Columns, key: Cells): Promise<void> {
  const { run, about, kind, word } = sheet
  const unfit: [column: string, cells: Cells][] = [
    [
      about.needed,
      { [about.key]: kind === 'products' ? `${word}-c9` : `${word}-nobody@unknown.offerdesk.example`, price: '1' },
    ],
    ...(kind === 'products'
      ? ([
          ['name', { ...key, name: 'x'.repeat((mostLetters('products')['name'] ?? 0) + 1) }],
          ['price', { ...key, price: '-1' }],
          ['stock', { ...key, stock: '1.5' }],
        ] as [string, Cells][])
      : ([
          ['email', { firstName: `${word} Nobody` }],
          ['email', { firstName: `${word} Nobody`, email: 'nobody at all' }],
          ['country', { ...key, country: 'Atlantis' }],
        ] as [string, Cells][])),
  ]
  for (const [column, cells] of unfit) {
    const importId = await sheet.begin()
    const told = await sheet.judged(importId, cells)
    const wrong = notRefusedFor(column, told.line)
    run.verify(rule, told.exchange, wrong === undefined, `a line of ${kind} refused for its ${column}`, wrong)
    await sheet.withdraw(importId)
  }
}

/** Without an email, a customer is known by the phone, in whatever spelling. */
async function checkSpellings(sheet: Columns, cells: Cells, others: Cells): Promise<void> {
  const { run } = sheet
  // What is dialled before the code of a country is not the same everywhere.
  for (const phone of spellingsOf(cells['phone'] ?? '').filter((one) => !one.startsWith('00'))) {
    const importId = await sheet.begin()
    const told = await sheet.judged(importId, { phone, note: others['note'] ?? '' })
    const changed = changesOf(told).map(({ field }) => field)
    const isIt = told.line['verdict'] === 'update' && changed.filter((field) => field !== 'phone').join() === 'note'
    const said = JSON.stringify({ verdict: told.line['verdict'], problems: told.line['problems'], changed })
    run.verify(rule, told.exchange, isIt, `the customer by their phone, typed as ${phone}`, said)
    await sheet.withdraw(importId)
  }
}
