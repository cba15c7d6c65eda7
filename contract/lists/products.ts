import type { Product } from '../products'
import type { SearchedListOf } from './description'
import { searched } from './searched'

export const productList = {
  resource: 'products',
  ...searched.products,
  columns: {
    name: { kind: 'text', label: 'Name' },
    sku: { kind: 'text', label: 'SKU' },
    category: { kind: 'text', label: 'Category' },
    price: { kind: 'money', label: 'Price' },
    stock: { kind: 'count', label: 'Stock' },
    status: { kind: 'status', label: 'Status' },
    updatedAt: { kind: 'moment', label: 'Updated' },
  },
  filters: {
    status: { kind: 'choice', label: 'Status', isCore: true, options: ['active', 'archived'] },
    // A backend of the twenty calls tells no categories.
    category: { kind: 'text', label: 'Category' },
    stockLevel: { kind: 'choice', label: 'Stock', options: ['low'], words: { low: 'Low stock' } },
  },
  ranges: {},
  sorts: ['createdAt'],
  finds: ['name', 'sku', 'category'],
} as const satisfies SearchedListOf<'products', Product>
