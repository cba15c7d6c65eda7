import type { Fields } from '../engine/fields'
import type { Row } from '../engine/listing'
import { isMoment, isSameMoment } from '../engine/moments'

/** An order as it was sold, and what has become of it; amounts are cents. */
export interface Sale {
  id: string
  createdAt: string
  customer: string
  campaign: string
  lines: readonly { offer: string; quantity: number }[]
  total: number
  paid: number
  refunded: number
  isCancelled: boolean
}

interface Offered {
  id: string
  campaign: string
  product: string
  /** Units that it began with. */
  quantity: number
  /** Pieces of its product in one unit. */
  pieces: number
  /** Whether it was deleted: what was sold of it is sold still. */
  isGone?: boolean
}

/**
 * What a run has sold where it works alone. It foretells every figure that follows, and knows nothing of how a server comes
 * by them: what was sold is added up anew each time.
 */
export class Books {
  readonly customers = new Set<string>()
  readonly campaigns = new Set<string>()
  readonly products = new Map<string, number>()
  readonly offers = new Map<string, Offered>()
  readonly sales = new Map<string, Sale>()

  sold(sale: Omit<Sale, 'paid' | 'refunded' | 'isCancelled'>): void {
    this.sales.set(sale.id, { ...sale, paid: 0, refunded: 0, isCancelled: false })
  }

  changed(id: string, more: Partial<Sale>): void {
    const sale = this.sales.get(id)
    if (sale !== undefined) this.sales.set(id, { ...sale, ...more })
  }

  /** So many units of an offer are left, whatever was sold of it before. */
  left(id: string, quantity: number): void {
    const offer = this.offers.get(id)
    if (offer !== undefined) this.offers.set(id, { ...offer, quantity: quantity + this.#takenOf(id) })
  }

  /** Pieces of a product that each order has taken, but for what was cancelled. */
  takenFrom(product: string): ReadonlyMap<string, number> {
    const piecesOf = (id: string) => {
      const offer = this.offers.get(id)
      return offer?.product === product ? offer.pieces : 0
    }
    return new Map(
      [...this.sales.values()].map(({ id, lines, isCancelled }) => {
        const pieces = lines.reduce((all, { offer, quantity }) => all + quantity * piecesOf(offer), 0)
        return [id, isCancelled ? 0 : pieces]
      }),
    )
  }

  /** Every order of one customer is another's from now on; returns those that have moved. */
  moved(from: string, to: string): string[] {
    const ids = [...this.sales.values()].filter(({ customer }) => customer === from).map(({ id }) => id)
    for (const id of ids) this.changed(id, { customer: to })
    return ids
  }

  /** What the lists show of everything, by resource and id. */
  due(): Readonly<Record<'customers' | 'campaigns' | 'offers' | 'products' | 'orders', ReadonlyMap<string, Fields>>> {
    const map = (ids: Iterable<string>, fieldsOf: (id: string) => Fields) =>
      new Map([...ids].map((id) => [id, fieldsOf(id)]))
    return {
      customers: map(this.customers, (id) => {
        const own = this.#salesOf(({ customer }) => customer === id)
        const counted = own.filter(({ isCancelled }) => !isCancelled)
        const last = counted
          .map(({ createdAt }) => createdAt)
          .toSorted()
          .at(-1)
        return { ordersCount: counted.length, totalSpent: keptOf(own), lastOrderAt: last ?? null }
      }),
      campaigns: map(this.campaigns, (id) => {
        const own = this.#salesOf(({ campaign }) => campaign === id)
        const offersCount = this.#liveOffers.filter(({ campaign }) => campaign === id).length
        const ordersCount = own.filter(({ isCancelled }) => !isCancelled).length
        return { offersCount, ordersCount, revenue: keptOf(own) }
      }),
      offers: new Map(
        this.#liveOffers.map(({ id, quantity, product }) => [
          id,
          { quantity: quantity - this.#takenOf(id), productStock: this.#stockOf(product) },
        ]),
      ),
      products: map(this.products.keys(), (id) => {
        const stock = this.#stockOf(id)
        return { stock, stockLevel: stock <= 10 ? 'low' : 'enough' }
      }),
      orders: new Map(
        [...this.sales.values()].map(({ id, customer, campaign, total, paid, refunded, isCancelled }) => {
          const amounts = { total: total / 100, paidTotal: paid / 100, refundedTotal: refunded / 100 }
          const of = { customerId: customer, campaignId: campaign }
          return [id, { ...of, ...amounts, ...(isCancelled && { status: 'cancelled' }) }]
        }),
      ),
    }
  }

  get #liveOffers(): Offered[] {
    return [...this.offers.values()].filter(({ isGone }) => isGone !== true)
  }

  #salesOf(isOwn: (sale: Sale) => boolean): Sale[] {
    return [...this.sales.values()].filter(isOwn)
  }

  /** Units of an offer that are sold and were not cancelled. */
  #takenOf(offer: string): number {
    return [...this.sales.values()].reduce((all, { lines, isCancelled }) => {
      const sold = lines.reduce((sum, line) => sum + (line.offer === offer ? line.quantity : 0), 0)
      return isCancelled ? all : all + sold
    }, 0)
  }

  #stockOf(product: string): number {
    const taken = [...this.offers.values()]
      .filter((offer) => offer.product === product)
      .reduce((all, { id, pieces }) => all + pieces * this.#takenOf(id), 0)
    return (this.products.get(product) ?? 0) - taken
  }
}

const keptOf = (sales: readonly Sale[]) => sales.reduce((all, { paid, refunded }) => all + paid - refunded, 0) / 100

/** The same moment may be written in several ways. */
const isSame = (due: unknown, is: unknown) =>
  isMoment(due) && isMoment(is) ? isSameMoment(due, is) : due === (is ?? null)

/** The first row that is not as it is due, in words; undefined where all are. */
export function wrongRow(due: ReadonlyMap<string, Fields>, rows: readonly Row[]): string | undefined {
  for (const [id, fields] of due) {
    const row = rows.find((one) => one.id === id)
    if (row === undefined) return `${id} is not there`
    for (const [name, value] of Object.entries(fields)) {
      if (!isSame(value, row[name])) return `of ${id}, ${name} is ${String(row[name])} instead of ${String(value)}`
    }
  }
  return undefined
}
