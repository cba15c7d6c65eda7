import { and, inArray, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { changesOf, judgeCells, missingIn } from '../../contract/forms/productImports'
import { type ImportCells, type ImportFields, maxImportLines } from '../../contract/extensions/productImports'
import { productImportLines } from '../db/schema/productImports'
import { products } from '../db/schema/products'
import type { Transaction } from '../db/transactions'
import { invalid } from '../http/errors'

type Line = typeof productImportLines.$inferInsert
type Judged = ReturnType<typeof judgeCells> & { line: number; cells: ImportCells }

/** Keeps lines of an import with what each would do now, or why it can't; a line that came before is replaced. */
export async function keepLines(
  tx: Transaction,
  orgId: string,
  importId: string,
  lines: readonly { line: number; cells: ImportCells }[],
): Promise<void> {
  const judged = lines.map((line) => ({ ...line, ...judgeCells(line.cells) }))
  const skus = [...new Set(judged.map(({ fields }) => fields.sku))]
  const known = await productsBy(tx, orgId, skus)
  const firsts = await firstLines(tx, orgId, importId, judged)
  const kept = judged.map((line): Line => {
    const verdict = verdictOf(line, known.get(line.fields.sku), firsts.get(line.fields.sku))
    const { cells, fields } = line
    return { orgId, importId, line: line.line, sku: fields.sku.slice(0, 200), cells, fields, ...verdict }
  })
  const taken = { ...excluded('sku', 'cells', 'fields', 'verdict', 'problems', 'changes') }
  await tx
    .insert(productImportLines)
    .values([...new Map(kept.map((line) => [line.line, line])).values()])
    .onConflictDoUpdate({
      target: [productImportLines.orgId, productImportLines.importId, productImportLines.line],
      set: { ...taken, productId: sql`excluded.product_id`, productVersion: sql`excluded.product_version` },
    })
  const total = await tx.$count(
    productImportLines,
    and(sql`${productImportLines.orgId} = ${orgId}`, sql`${productImportLines.importId} = ${importId}`),
  )
  if (total > maxImportLines) {
    throw invalid([{ path: 'body.lines', message: `At most ${maxImportLines} lines can be imported at once` }])
  }
}

const excluded = (...columns: readonly string[]) =>
  Object.fromEntries(columns.map((name) => [name, sql.raw(`excluded.${name}`)]))

type Known = typeof products.$inferSelect

async function productsBy(tx: Transaction, orgId: string, skus: readonly string[]): Promise<Map<string, Known>> {
  const found = await tx
    .select()
    .from(products)
    .where(and(sql`${products.orgId} = ${orgId}`, inArray(products.sku, [...skus])))
  return new Map(found.map((product) => [product.sku, product]))
}

/** The first line of the import that has each SKU, of those kept already and of these. */
async function firstLines(tx: Transaction, orgId: string, importId: string, judged: readonly Judged[]) {
  const skus = sql.join(
    judged.map(({ fields }) => sql`${fields.sku.slice(0, 200)}`),
    sql`, `,
  )
  const { rows } = await tx.execute<{ sku: string; line: number }>(sql`
    select sku, min(line)::int as line from product_import_lines
    where org_id = ${orgId} and import_id = ${importId} and sku in (${skus}) group by sku`)
  const firsts = new Map(rows.map(({ sku, line }) => [sku, line]))
  for (const { line, fields } of judged) {
    const first = firsts.get(fields.sku)
    if (first === undefined || line < first) firsts.set(fields.sku, line)
  }
  return firsts
}

type Verdict = Pick<Line, 'verdict' | 'problems' | 'changes' | 'productId' | 'productVersion'>

function verdictOf({ line, fields, problems }: Judged, known: Known | undefined, first = line): Verdict {
  const refused = (why: Verdict['problems']): Verdict => ({ ...nothing, productId: uuidv7(), problems: why })
  if (problems.length > 0) return refused(problems)
  if (first < line) return refused([{ field: 'sku', message: `Line ${first} has this SKU already` }])
  if (!known) return missing(fields, refused)
  const changes = changesOf(shownOf(known), fields)
  const verdict = changes.length === 0 ? 'same' : 'update'
  return { verdict, problems: [], changes, productId: known.id, productVersion: known.version }
}

function missing(fields: ImportFields, refused: (why: Verdict['problems']) => Verdict): Verdict {
  const lacks = missingIn(fields)
  return lacks.length > 0 ? refused(lacks) : { ...nothing, verdict: 'create', productId: uuidv7() }
}

const shownOf = ({ id, name, description, category, priceCents, stock, imageUrl }: Known) => ({
  id,
  name,
  description,
  category,
  stock,
  imageUrl,
  price: priceCents / 100,
})

const nothing = { verdict: 'refused', problems: [], changes: [], productVersion: null } as const satisfies Omit<
  Verdict,
  'productId'
>
