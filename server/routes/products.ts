import type { Product } from '../../contract/products'
import { type ProductUpdate, skuTaken, whyNotMoved } from '../../contract/extensions/products'
import { productLife } from '../../machines/lives/productLife'
import { type Caller } from '../auth/sessions'
import { inOwningOrganization, ownOrganization, refuseForbidden } from '../auth/access'
import { sqlFailure } from '../db/errors'
import { hasKey } from '../db/keys'
import { keepEvent, takeStep } from '../db/lives'
import { hasRecord, readRow } from '../db/rows'
import { products } from '../db/schema/products'
import { categoriesOf } from '../db/categories'
import { copyOf, moveStock, movementsOf, openStockAs } from '../db/stock'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { invalid, notFound } from '../http/errors'
import { createdOnlyNew } from '../http/idempotency'
import { refuseOutdated } from '../http/ifMatch'
import type { Services } from './services'

export const productHandlers = ({ database, now }: Services): Handlers['products'] => {
  const add = async (tx: Transaction, orgId: string, caller: Caller, values: typeof products.$inferInsert) => {
    await openStockAs(tx, caller)
    const [created] = await tx.insert(products).values(values).returning({ id: products.id })
    if (!created) throw notFound('Product')
    const happening = { orgId, resource: 'products', recordId: created.id, caller, now: now() }
    await keepEvent(tx, happening, { kind: 'create', to: 'active' })
    return readRow(tx, 'products', created.id)
  }

  const step = (type: 'archive' | 'restore'): Handlers['products']['archive'] => {
    return async ({ params: { productId }, headers, caller }) => ({
      data: await inOwningOrganization(database, caller, productId, 'Product', async (tx, orgId) => {
        const product = await locked(tx, orgId, productId)
        if (!product) return undefined
        refuseForbidden(caller, orgId, `products.${type}`)
        await refuseOutdated(tx, products, [orgId, productId], headers, () => readRow(tx, 'products', productId))
        const happening = { orgId, resource: 'products', recordId: productId, caller, now: now() }
        const status = await takeStep(tx, happening, productLife, product.status, { type })
        await tx
          .update(products)
          .set({ status })
          .where(hasKey(products, orgId, productId))
        return readRow(tx, 'products', productId)
      }),
    })
  }

  return {
    get: async ({ params: { productId }, caller }) => ({
      data: await inOwningOrganization(database, caller, productId, 'Product', (tx) =>
        readRow(tx, 'products', productId),
      ),
    }),

    categories: async ({ query: { organizationId }, caller }) => ({
      data: await database.tenant(ownOrganization(caller, organizationId), categoriesOf),
    }),

    create: async (asked) => {
      const { body, caller } = asked
      const orgId = ownOrganization(caller, body.organizationId)
      refuseForbidden(caller, orgId, 'products.create')
      const { name, sku, price, stock } = body
      const values = { ...columnsOf(body), name, sku, priceCents: cents(price), stock, orgId }
      const product = await ownSku(() =>
        database.tenant(orgId, (tx) => createdOnlyNew(tx, orgId, asked, now(), () => add(tx, orgId, caller, values))),
      )
      return { data: found(product) }
    },

    update: async ({ params: { productId }, headers, body, caller }) => ({
      data: await ownSku(() =>
        inOwningOrganization(database, caller, productId, 'Product', async (tx, orgId) => {
          if (!(await hasRecord(tx, products, orgId, productId))) return undefined
          refuseForbidden(caller, orgId, 'products.update')
          await refuseOutdated(tx, products, [orgId, productId], headers, () => readRow(tx, 'products', productId))
          await tx
            .update(products)
            .set(columnsOf(body))
            .where(hasKey(products, orgId, productId))
          return readRow(tx, 'products', productId)
        }),
      ),
    }),

    archive: step('archive'),
    restore: step('restore'),

    duplicate: async (asked) => ({
      data: await inOwningOrganization(database, asked.caller, asked.params.productId, 'Product', async (tx, orgId) => {
        // Two copies at once must not be given the same SKU.
        const product = await locked(tx, orgId, asked.params.productId)
        if (!product) return undefined
        refuseForbidden(asked.caller, orgId, 'products.duplicate')
        return createdOnlyNew(tx, orgId, asked, now(), async () =>
          add(tx, orgId, asked.caller, await copyOf(tx, product)),
        )
      }),
    }),

    adjustStock: async (asked) => {
      const { params, body, caller } = asked
      return {
        data: await inOwningOrganization(database, caller, params.productId, 'Product', async (tx, orgId) => {
          // Whoever comes second waits here, and is judged by what the first has left.
          const product = await locked(tx, orgId, params.productId)
          if (!product) return undefined
          refuseForbidden(caller, orgId, 'products.adjustStock')
          return createdOnlyNew(tx, orgId, asked, now(), async () => {
            const { by, to = 0, reason } = body
            const quantity = by ?? to - product.stock
            const message = whyNotMoved(product.stock, quantity)
            if (message !== undefined) throw invalid([{ path: by === undefined ? 'body.to' : 'body.by', message }])
            await moveStock(tx, caller, now(), { orgId, productId: product.id, kind: 'adjustment', quantity, reason })
            return readRow(tx, 'products', product.id)
          })
        }),
      }
    },

    movements: async ({ params: { productId }, query, caller }) =>
      inOwningOrganization(database, caller, productId, 'Product', async (tx) => {
        const product = await readRow(tx, 'products', productId)
        return product && movementsOf(tx, productId, query)
      }),
  }
}

/** The product's row, which nobody else changes until the transaction ends. */
async function locked(tx: Transaction, orgId: string, productId: string) {
  const [product] = await tx
    .select()
    .from(products)
    .where(hasKey(products, orgId, productId))
    .for('update')
  return product
}

function found(product: Product | undefined): Product {
  if (!product) throw notFound('Product')
  return product
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

const cents = (amount: number) => Math.round(amount * 100)
const emptyToNull = (text: string | undefined) => (text === '' ? null : text)

/** The columns of the fields that are given; an empty text is kept as nothing. */
const columnsOf = ({ name, sku, description, category, price, imageUrl }: ProductUpdate) => ({
  name,
  sku,
  description: emptyToNull(description),
  category: emptyToNull(category),
  priceCents: price === undefined ? undefined : cents(price),
  imageUrl: emptyToNull(imageUrl),
})
