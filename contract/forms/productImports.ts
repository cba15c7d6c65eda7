import * as z from 'zod/mini'
import type { Product } from '../products'
import {
  type ImportCells,
  type ImportChange,
  type ImportColumn,
  importColumns,
  type ImportFields,
  type ImportProblem,
} from '../extensions/productImports'
import { fieldErrors } from './fields'
import { productForm, productValues } from './products'

/** What columns are called in the files that people have, in small letters and without signs. */
const names: Record<ImportColumn, readonly string[]> = {
  sku: ['sku', 'variantsku', 'itemnumber', 'itemno', 'articlenumber', 'productcode', 'code', 'artikelnummer'],
  name: ['name', 'productname', 'title', 'product', 'bezeichnung'],
  category: ['category', 'productcategory', 'type', 'kategorie'],
  price: ['price', 'variantprice', 'unitprice', 'listprice', 'preis'],
  stock: ['stock', 'quantity', 'qty', 'instock', 'onhand', 'inventory', 'variantinventoryqty', 'bestand'],
  imageUrl: ['imageurl', 'image', 'imagesrc', 'picture', 'bild'],
  description: ['description', 'bodyhtml', 'details', 'beschreibung'],
}

/** What a column is called where its contents are read or shown. */
export const importLabels: Record<ImportColumn, string> = {
  sku: 'SKU',
  name: 'Name',
  category: 'Category',
  price: 'Price',
  stock: 'Stock',
  imageUrl: 'Image URL',
  description: 'Description',
}

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Which column of a spreadsheet holds what: of two by one name the first one counts. */
export function columnsIn(header: readonly string[]): Partial<Record<ImportColumn, number>> {
  const found: Partial<Record<ImportColumn, number>> = {}
  const titles = header.map(plain)
  for (const column of importColumns) {
    const at = names[column].map((name) => titles.indexOf(name)).find((index) => index >= 0)
    if (at !== undefined) found[column] = at
  }
  return found
}

/** Why nothing can be read from a spreadsheet with such a header; undefined when something can. */
export function headerProblem(header: readonly string[]): string | undefined {
  if (columnsIn(header).sku !== undefined) return undefined
  const titles = header.map((title) => title.trim()).filter((title) => title !== '')
  return titles.length === 0
    ? 'There is nothing in the first line, which has to name the columns.'
    : `There is no column SKU, by which products are known. The first line names ${titles.slice(0, 8).join(', ')}.`
}

// A spreadsheet program would run what begins so; with an apostrophe before it, it shows it as a text.
const formula = /^[=+\-@\t\r]/

/** A text as a cell of a CSV file: quoted, and never run by a spreadsheet program. */
export const csvCell = (text: string) => `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** A text as it was before {@link csvCell} made it safe. */
const undefused = (text: string) => (text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text)

const isNumber = (column: ImportColumn) => column === 'price' || column === 'stock'

/** Of a number what surrounds it in a spreadsheet, such as a currency. */
const bare = (text: string) => text.replaceAll(/^(?:[A-Z]{3}|\p{Sc})\s*|\s*(?:[A-Z]{3}|\p{Sc})$/gu, '').trim()

/** What the cells of a line say, or what is wrong with them, by column. What is empty is left out. */
export function judgeCells(cells: ImportCells): { fields: ImportFields; problems: ImportProblem[] } {
  const typed = { ...productValues() }
  for (const column of importColumns) {
    const text = undefused((cells[column] ?? '').trim())
    typed[column] = isNumber(column) ? bare(text) : text
  }
  const errors = fieldErrors(productForm, typed)
  const problems = importColumns.flatMap((field): ImportProblem[] => {
    const message = errors[field]
    // Which fields a line must have depends on whether there is such a product.
    if (message === undefined || (typed[field] === '' && field !== 'sku')) return []
    return [{ field, message: isNumber(field) && typed[field].startsWith('=') ? aFormula : message }]
  })
  const given = importColumns.filter((column) => typed[column] !== '')
  const filled = { ...typed, name: typed.name || '-', price: typed.price || '0' }
  const result = z.safeParse(productForm, filled)
  const values: Partial<z.infer<typeof productForm>> = result.success ? result.data : {}
  const fields = Object.fromEntries(given.map((column) => [column, values[column]]))
  // The names are those of its columns, with what the form made of each.
  return { fields: { ...fields, sku: typed.sku }, problems }
}
const aFormula = 'This is a formula. Only its result can be read: paste the values.'

/** What a new product lacks. */
export const missingIn = ({ name, price }: ImportFields): ImportProblem[] => [
  ...(name === undefined ? [{ field: 'name' as const, message: 'A new product needs a name' }] : []),
  ...(price === undefined ? [{ field: 'price' as const, message: 'A new product needs a price' }] : []),
]

/** What a line changes of the product that has its SKU. */
export const changesOf = (product: Product, fields: ImportFields): ImportChange[] =>
  importColumns.flatMap((field): ImportChange[] => {
    const to = fields[field]
    const from = product[field] ?? null
    return field === 'sku' || to === undefined || to === from ? [] : [{ field, from, to }]
  })
