import { callNamed } from '../engine/calls'
import { disagreement } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { type Row, rowsOf, totalOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { textOf } from '../engine/text'
import type { Shop, World } from '../engine/world'
import { filled, lengthsOf } from '../generate/limits'
import type { RuleId } from '../rules'
import { makeOne, readProduct } from './sellingBasics'

/** What is made of texts that are as long as may be. */
type Typed = 'products' | 'customers' | 'sheetImports' | 'savedViews'

/** How many letters the cells of a column hold at most, as the field of its record does. */
export function mostLetters(kind: Typed): Readonly<Record<string, number>> {
  const { body } = callNamed(`${kind}.create`)
  return body === undefined ? {} : lengthsOf(body)
}

/** A cell or a field that begins as it is given, and is as long as may be. */
export const fullCell = (kind: Typed, column: string, text: string): string =>
  filled(text, mostLetters(kind)[column] ?? text.length)

/** What is told of a line that had to be refused for a column; nothing where it was. */
export function notRefusedFor(column: string, line: Row | undefined): string | undefined {
  const { verdict, problems }: Fields = line ?? {}
  const isTold = Array.isArray(problems) && (problems as { field?: unknown }[]).some(({ field }) => field === column)
  return verdict === 'refused' && isTold ? undefined : JSON.stringify({ verdict, problems })
}

/** Lines as a spreadsheet counts them, below the one that names the columns. */
export const numbered = (lines: readonly { cells: Readonly<Record<string, string>> }[]) =>
  lines.map(({ cells }, index) => ({ line: index + 2, cells }))

/** Spreadsheets of the run's own: of products, unless the scope says of what. */
export class Sheet {
  readonly run: Run
  readonly shop: Shop
  readonly word: string
  /** What imports are made and listed with. */
  readonly scope: Record<string, string>
  /** What is found wrong in an answer that every spreadsheet gets. */
  readonly rule: RuleId

  constructor(
    run: Run,
    marker: string,
    shop: Shop,
    of: { campaignId?: string; resource?: string; source?: string } = {},
    rule: RuleId = 'sheetImports.judged',
  ) {
    this.run = run
    this.shop = shop
    this.word = marker
    this.scope = { organizationId: shop.tenant.organizationId, ...of }
    this.rule = rule
  }

  /** Returns the id of a new import. */
  async begin(): Promise<string> {
    const body = { ...this.scope, name: `${this.word} sheet.csv` }
    const [begun] = await makeOne(this.run, this.shop.tenant, 'sheetImports', this.rule, body)
    return begun.id
  }

  send(importId: string, lines: Fields[]): Promise<Exchange> {
    return this.run.succeed(this.rule, 'sheetImports.addLines', {
      params: { importId },
      body: { lines },
    })
  }

  async lines(importId: string, query: Record<string, string> = {}): Promise<[Row[], Exchange]> {
    const exchange = await this.run.succeed(this.rule, 'sheetImports.lines', {
      params: { importId },
      query,
    })
    return [rowsOf(exchange), exchange]
  }

  /** All of them, which may be more than are answered at once, each once and in their order; and the first of the answers. */
  async allLines(importId: string): Promise<[Row[], Exchange]> {
    const [all, exchange] = await this.lines(importId)
    for (let more = all; more.length > 0;) {
      const [next] = await this.lines(importId, { after: textOf(all.at(-1)?.['line']) })
      more = next
      all.push(...next)
      const numbers = all.map(({ line }) => Number(line))
      const isInOrder = numbers.every((line, at) => at === 0 || line > (numbers[at - 1] ?? line))
      if (!this.run.verify(this.rule, exchange, isInOrder, 'each line once, in their order', numbers.join(', '))) break
    }
    const total = totalOf(exchange)
    this.run.verify(this.rule, exchange, all.length === total, `all ${total} lines, page by page`, `${all.length}`)
    return [all, exchange]
  }

  /** Whether an import is among those that can be undone, which are of what is asked for. */
  async isListed(importId: string, scope = this.scope): Promise<[boolean, Exchange]> {
    const exchange = await this.run.succeed('sheetImports.commit', 'sheetImports.list', { query: scope })
    const { campaignId, resource = campaignId === undefined ? 'products' : 'offers' } = scope
    const due = { state: 'committed', resource, ...(campaignId !== undefined && { campaignId }) }
    const stray = rowsOf(exchange)
      .map((row) => disagreement(due, row))
      .find((wrong) => wrong !== undefined)
    this.run.verify(
      'sheetImports.commit',
      exchange,
      stray === undefined,
      'no imports but those of what is asked for',
      stray,
    )
    return [rowsOf(exchange).some(({ id }) => id === importId), exchange]
  }
}

/** A spreadsheet of products, and what it is about. */
export class ProductSheet extends Sheet {
  /** Another product that the import changes. */
  readonly second: Row
  /** The product that the import changes first, as it was before. */
  former: Row

  constructor(run: Run, world: World, shop: Shop, second: Row) {
    super(run, world.marker, shop)
    this.second = second
    this.former = shop.product
  }

  /** The product that the first line adds. */
  get fresh(): Fields {
    const description = 'quiet, “really”'
    return {
      sku: `${this.word}-i1`,
      name: `${this.word} imported`,
      price: 12.5,
      stock: 3,
      category: 'Kitchen',
      description,
    }
  }

  /** The product that another line adds with no more than it needs, for nothing, and what it has then. */
  get plain() {
    const [sku, name] = [`${this.word}-i5`, `${this.word} plain`]
    const nothing = { category: '', description: '', imageUrl: '' }
    return { cells: { sku, name, price: '0' }, due: { sku, name, price: 0, stock: 0, ...nothing } }
  }

  async now(id: string): Promise<Row> {
    return readProduct(this.run, this.shop.tenant, id, 'sheetImports.commit')
  }
}
