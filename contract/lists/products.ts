import type { Product } from '../products'
import type { FoundBy, ListOf } from './description'

export const productList = {
  resource: 'products',
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
} as const satisfies ListOf<'products', Product>

export const productFinds: FoundBy<Product> = ['name', 'sku', 'category']
