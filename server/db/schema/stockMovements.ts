import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, orgId } from './columns'
import { products } from './products'
import { users } from './users'

/** A change of a product's stock. The stock is the sum of its movements, added up by a trigger (0009_selling). */
export const stockMovements = pgTable(
  'stock_movements',
  {
    orgId: orgId(),
    id: id(),
    productId: uuid('product_id').notNull(),
    /** What a product began with, by the trigger that notices a new one; all others are written by what moves. */
    kind: text('kind', { enum: ['opening', 'sale', 'cancel', 'adjustment', 'import'] }).notNull(),
    /** Units: more with a plus, fewer with a minus. */
    quantity: integer('quantity').notNull(),
    reason: text('reason'),
    /** Of a sale or a cancelled one. */
    orderId: uuid('order_id'),
    orderNumber: integer('order_number'),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    userName: text('user_name'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({ columns: [table.orgId, table.productId], foreignColumns: [products.orgId, products.id] }).onDelete(
      'cascade',
    ),
    index('stock_movements_of_product').on(table.orgId, table.productId, table.createdAt, table.id),
    index('stock_movements_of_order').on(table.orgId, table.orderId),
  ],
)
