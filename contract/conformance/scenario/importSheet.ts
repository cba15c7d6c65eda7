import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { type Row, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import type { Shop, World } from '../engine/world'
import { makeOne, readProduct } from './sellingBasics'

/** What is told of a line that had to be refused for a column; nothing where it was. */
export function notRefusedFor(column: string, line: Row | undefined): string | undefined {
  const { verdict, problems }: Fields = line ?? {}
  const isTold = Array.isArray(problems) && (problems as { field?: unknown }[]).some(({ field }) => field === column)
  return verdict === 'refused' && isTold ? undefined : JSON.stringify({ verdict, problems })
}

/** Spreadsheets of the run's own: of products, or with a campaign of its offers. */
export class Sheet {
  readonly run: Run
  readonly shop: Shop
  readonly word: string
  /** What imports are made and listed with. */
  readonly scope: Record<string, string>

  constructor(run: Run, { marker }: World, shop: Shop, campaignId?: string) {
    this.run = run
    this.shop = shop
    this.word = marker
    const { organizationId } = shop.tenant
    this.scope = campaignId === undefined ? { organizationId } : { organizationId, campaignId }
  }

  /** Returns the id of a new import. */
  async begin(): Promise<string> {
    const body = { ...this.scope, name: `${this.word} sheet.csv` }
    const [begun] = await makeOne(this.run, this.shop.tenant, 'sheetImports', 'sheetImports.judged', body)
    return begun.id
  }

  send(importId: string, lines: Fields[]): Promise<Exchange> {
    return this.run.succeed('sheetImports.judged', 'sheetImports.addLines', {
      params: { importId },
      body: { lines },
    })
  }

  async lines(importId: string, query: Record<string, string> = {}): Promise<[Row[], Exchange]> {
    const exchange = await this.run.succeed('sheetImports.judged', 'sheetImports.lines', {
      params: { importId },
      query,
    })
    return [rowsOf(exchange), exchange]
  }

  /** Whether an import is among those that can be undone. */
  async isListed(importId: string, scope = this.scope): Promise<[boolean, Exchange]> {
    const exchange = await this.run.succeed('sheetImports.commit', 'sheetImports.list', { query: scope })
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
    super(run, world, shop)
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

  async now(id: string): Promise<Row> {
    return readProduct(this.run, this.shop.tenant, id, 'sheetImports.commit')
  }
}
