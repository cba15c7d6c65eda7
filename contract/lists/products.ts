import type { Product } from '../products'
import type { ListOf } from './description'

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
    status: { kind: 'choice', label: 'Status', isCore: true, options: { active: 'Active', archived: 'Archived' } },
    // A backend of the twenty calls tells no categories.
    category: { kind: 'text', label: 'Category' },
    stockLevel: { kind: 'choice', label: 'Stock', options: { low: 'Low stock' } },
  },
  ranges: {},
  sorts: ['name', 'sku', 'category', 'price', 'stock', 'status', 'createdAt', 'updatedAt'],
  finds: ['name', 'sku', 'category'],
} as const satisfies ListOf<'products', Product>
