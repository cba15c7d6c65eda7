import type { Product } from '../../contract/products'
import { type ProductUpdate, skuTaken, whyNotMoved } from '../../contract/extensions/products'
import { amountOf } from '../../contract/rules/amounts'
import { productLife } from '../../machines/lives/productLife'
import type { Caller } from '../auth/sessions'
import { inOwningOrganization, ownOrganization } from '../auth/access'
import { inOrganization, withRecord } from '../auth/withRecord'
import { sqlFailure } from '../db/errors'
import { hasKey } from '../db/keys'
import { type Happening, keepEvent, takeStep } from '../db/lives'
import { locked, type RecordKind } from '../db/recordKind'
import { readRow } from '../db/rows'
import { products } from '../db/schema/products'
import { lockOffersOf } from '../orders/lock'
import { categoriesOf } from '../db/categories'
import { copyOf, moveStock, movementsOf, openStockAs } from '../db/stock'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { invalid } from '../http/errors'
import type { Services } from './services'

const aProduct: RecordKind<typeof products.$inferSelect, 'productId'> = {
  resource: 'products',
  noun: 'Product',
  param: 'productId',
  find: locked(products),
  versions: { table: products, read: (tx, { id }) => readRow(tx, 'products', id) },
}

/** Its offers carry its SKU, and are locked before it. */
const productWithOffers: typeof aProduct = {
  ...aProduct,
  find: async (tx, place) => {
    await lockOffersOf(tx, place.orgId, place.id)
    return aProduct.find(tx, place)
  },
}

export const productHandlers = ({ database }: Pick<Services, 'database'>): Handlers['products'] => {
  const step = (type: 'archive' | 'restore'): Handlers['products']['archive'] =>
    withRecord(aProduct, async ({ tx, orgId, id, record, happening }) => {
      const status = await takeStep(tx, happening, productLife, record.status, { type })
      await tx
        .update(products)
        .set({ status })
        .where(hasKey(products, orgId, id))
      return readRow(tx, 'products', id)
    })

  return {
    get: async ({ params: { productId }, caller }) => ({
      data: await inOwningOrganization(database, caller, productId, 'Product', (tx) =>
        readRow(tx, 'products', productId),
      ),
    }),

    categories: async ({ query: { organizationId }, caller }) => ({
      data: await database.tenant(ownOrganization(caller, organizationId), categoriesOf),
    }),

    create: inOrganization('Product', ({ tx, orgId, body, caller, now }) => {
      const { name, sku, price, stock } = body
      const values = { ...columnsOf(body), name, sku, priceCents: amountOf(price), stock, orgId }
      return ownSku(() => add(tx, { orgId, caller, now }, values))
    }),

    update: withRecord(productWithOffers, async ({ tx, orgId, id, body }) => {
      await ownSku(() =>
        tx
          .update(products)
          .set(columnsOf(body))
          .where(hasKey(products, orgId, id)),
      )
      return readRow(tx, 'products', id)
    }),

    archive: step('archive'),
    restore: step('restore'),

    // Locked, as two copies at once must not be given the same SKU.
    duplicate: withRecord(aProduct, async ({ tx, record, ...working }) => add(tx, working, await copyOf(tx, record))),

    adjustStock: withRecord(aProduct, async ({ tx, orgId, record: { id: productId, stock }, body, caller, now }) => {
      const { by, to = 0, reason } = body
      const quantity = by ?? to - stock
      const message = whyNotMoved(stock, quantity)
      if (message !== undefined) throw invalid([{ path: by === undefined ? 'body.to' : 'body.by', message }])
      await moveStock(tx, caller, now, { orgId, productId, kind: 'adjustment', quantity, reason })
      return readRow(tx, 'products', productId)
    }),

    movements: async ({ params: { productId }, query, caller }) =>
      inOwningOrganization(database, caller, productId, 'Product', async (tx) => {
        const product = await readRow(tx, 'products', productId)
        return product && movementsOf(tx, productId, query)
      }),
  }
}

async function add(
  tx: Transaction,
  { orgId, caller, now }: Omit<Happening, 'resource' | 'recordId'> & { caller: Caller },
  values: typeof products.$inferInsert,
): Promise<Product | undefined> {
  await openStockAs(tx, caller)
  const [created] = await tx.insert(products).values(values).returning({ id: products.id })
  if (!created) return undefined
  const happening = { orgId, resource: 'products', recordId: created.id, caller, now }
  await keepEvent(tx, happening, { kind: 'create', to: 'active' })
  return readRow(tx, 'products', created.id)
}

/** Tells at its field that another product of the organization has the SKU. */
async function ownSku<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (sqlFailure(error)?.constraint !== 'products_sku') throw error
    throw invalid([{ path: 'body.sku', message: skuTaken }])
  }
}

const emptyToNull = (text: string | undefined) => (text === '' ? null : text)

/** The columns of the fields that are given; an empty text is kept as nothing. */
const columnsOf = ({ name, sku, description, category, price, imageUrl }: ProductUpdate) => ({
  name,
  sku,
  description: emptyToNull(description),
  category: emptyToNull(category),
  priceCents: price === undefined ? undefined : amountOf(price),
  imageUrl: emptyToNull(imageUrl),
})
