import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { type Row, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import type { Shop, World } from '../engine/world'
import { makeOne, readProduct } from './sellingBasics'

/** A spreadsheet of the run's own, and what it is about. */
export class Sheet {
  readonly run: Run
  readonly shop: Shop
  /** Another product that the import changes. */
  readonly second: Row
  readonly word: string
  /** The product that the import changes first, as it was before. */
  former: Row

  constructor(run: Run, { marker }: World, shop: Shop, second: Row) {
    this.run = run
    this.shop = shop
    this.second = second
    this.word = marker
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

  /** Returns the id of a new import. */
  async begin(): Promise<string> {
    const { tenant } = this.shop
    const body = { organizationId: tenant.organizationId, name: `${this.word} sheet.csv` }
    const [begun] = await makeOne(this.run, tenant, 'sheetImports', 'sheetImports.judged', body)
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

  async now(id: string): Promise<Row> {
    return readProduct(this.run, this.shop.tenant, id, 'sheetImports.commit')
  }
}
