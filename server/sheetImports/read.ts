import { type SQL, sql } from 'drizzle-orm'
import type { ImportLine, ImportVerdict, SheetImport } from '../../contract/extensions/sheetImports'
import { expiryOf } from '../auth/lifetimes'
import { sheetImports } from '../db/schema/sheetImports'
import type { Transaction } from '../db/transactions'
import { mailedBy } from './mailed'

type Counted = Pick<SheetImport, 'lines' | 'create' | 'update' | 'same' | 'refused' | 'kept'> & {
  importId: string
  items: number | null
  money: number | null
  currency: string | null
} & Record<string, unknown>

const nothingSold = { items: null, money: null, currency: null }
const none = { lines: 0, create: 0, update: 0, same: 0, refused: 0, kept: 0 }

/** Imports of the organization with what their lines do. */
export async function shownImports(tx: Transaction, where: SQL | undefined, order?: SQL): Promise<SheetImport[]> {
  const ownOnes = sql`${sheetImports.orgId} = (select current_org())`
  const rows = await tx
    .select()
    .from(sheetImports)
    .where(where ? sql`${ownOnes} and ${where}` : ownOnes)
    .orderBy(...(order ? [order] : []))
    .limit(20)
  if (rows.length === 0) return []
  const ids = sql.join(
    rows.map(({ id }) => sql`${id}::uuid`),
    sql`, `,
  )
  const { rows: counts } = await tx.execute<Counted>(sql`
    select import_id as "importId", count(*)::int as lines,
      count(*) filter (where verdict = 'create')::int as create,
      count(*) filter (where verdict = 'update')::int as update,
      count(*) filter (where verdict = 'same')::int as same,
      count(*) filter (where verdict = 'refused')::int as refused,
      count(*) filter (where kept is not null)::int as kept,
      (sum(jsonb_array_length(fields->'imported'->'items')) filter (where verdict = 'create'))::int as items,
      (sum((fields->'imported'->>'total')::bigint) filter (where verdict = 'create'))::float8 / 100 as money,
      min(fields->'imported'->>'currency') as currency
    from sheet_import_lines where org_id = (select current_org()) and import_id in (${ids}) group by import_id`)
  const tracking = rows.filter(({ resource }) => resource === 'fulfilments')
  const mailed = new Map(
    await Promise.all(tracking.map(async ({ orgId, id }) => [id, await mailedBy(tx, orgId, id)] as const)),
  )
  return rows.map(({ id, name, resource, campaignId, source, state, userName, createdAt, committedAt, undoneAt }) => {
    const { importId: _, ...counted } = counts.find(({ importId }) => importId === id) ?? {
      ...none,
      ...nothingSold,
      importId: id,
    }
    return {
      id,
      name,
      resource,
      campaignId,
      source,
      state,
      ...none,
      ...nothingSold,
      ...counted,
      mailed: mailed.get(id) ?? null,
      userName,
      createdAt: createdAt.toISOString(),
      committedAt: committedAt?.toISOString() ?? null,
      undoneAt: undoneAt?.toISOString() ?? null,
      undoUntil: committedAt === null ? null : expiryOf('undo', committedAt).toISOString(),
    }
  })
}

export async function importOf(tx: Transaction, importId: string): Promise<SheetImport | undefined> {
  const [found] = await shownImports(tx, sql`${sheetImports.id} = ${importId}`)
  return found
}

const linesPerPage = 50

/** The next lines behind a line, of one verdict or of all, and how many there are of it. */
export async function linesOf(
  tx: Transaction,
  importId: string,
  { verdict, after = '0' }: { verdict?: ImportVerdict | undefined; after?: string | undefined },
): Promise<{ data: ImportLine[]; meta: { total: number } }> {
  const wanted = sql`org_id = (select current_org()) and import_id = ${importId}
    ${verdict === undefined ? sql`` : sql`and verdict = ${verdict}`}`
  const { rows } = await tx.execute<ImportLine & Record<string, unknown>>(sql`
    select line::text as id, line, sku, coalesce(fields->>'name', fields->>'displayName', cells->>'name', cells->>'displayName') as name, verdict, problems, changes, kept
    from sheet_import_lines where ${wanted} and line > ${Number(after)} order by line limit ${linesPerPage}`)
  const counted = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from sheet_import_lines where ${wanted}`,
  )
  return { data: rows, meta: { total: counted.rows[0]?.total ?? 0 } }
}
