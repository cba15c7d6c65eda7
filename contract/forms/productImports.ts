import * as z from 'zod/mini'
import { importColumns, type ImportCells, type ImportFields, type ImportProblem } from '../extensions/sheetImports'
import type { Product } from '../products'
import { fieldErrors } from './fields'
import { productForm, productValues } from './products'
import { changesIn, type JudgedCells, problemsIn, typedIn } from './sheetImports'

/** What a line of a spreadsheet of products says, or what is wrong with it. What is empty is left out. */
export function judgeProduct(cells: ImportCells, known?: Product): JudgedCells {
  const typed = { ...productValues(), ...typedIn('products', cells) }
  // Which fields a line must have depends on whether there is such a product.
  const filled = { ...typed, name: typed.name || '-', price: typed.price || '0' }
  const problems = problemsIn('products', typed, fieldErrors(productForm, filled))
  const result = z.safeParse(productForm, filled)
  const values: Partial<z.infer<typeof productForm>> = result.success ? result.data : {}
  const given = importColumns.products.filter((column) => typed[column] !== '')
  // With what the form made of each.
  const fields = { ...Object.fromEntries(given.map((column) => [column, values[column]])), sku: typed.sku }
  if (known) return { fields, problems, changes: changesIn('products', known, fields) }
  return { fields, problems: problems.length > 0 ? problems : missingIn(fields), changes: [] }
}

/** What a new product lacks. */
const missingIn = ({ name, price }: ImportFields): ImportProblem[] => [
  ...(name === undefined ? [{ field: 'name' as const, message: 'A new product needs a name' }] : []),
  ...(price === undefined ? [{ field: 'price' as const, message: 'A new product needs a price' }] : []),
]
