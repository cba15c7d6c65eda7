import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import { inOwningOrganization, ownOrganization, refuseForbidden } from '../auth/access'
import { startOf } from '../auth/lifetimes'
import { hasKey } from '../db/keys'
import { productImports } from '../db/schema/productImports'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { notFound, Refusal } from '../http/errors'
import { createdOnlyNew } from '../http/idempotency'
import { commitImport, undoImport } from '../productImports/commit'
import { importOf, linesOf, shownImports } from '../productImports/read'
import { keepLines } from '../productImports/verdicts'
import type { Services } from './services'

export const productImportHandlers = ({ database, now }: Services): Handlers['productImports'] => ({
  create: async (asked) => {
    const { body, caller } = asked
    const orgId = ownOrganization(caller, body.organizationId)
    refuseForbidden(caller, orgId, 'productImports.create')
    const begun = await database.tenant(orgId, (tx) =>
      createdOnlyNew(tx, orgId, asked, now(), async () => {
        const who = { userId: caller.userId, userName: caller.user.name }
        const [created] = await tx
          .insert(productImports)
          .values({ orgId, ...who, name: body.name, createdAt: now() })
          .returning({ id: productImports.id })
        return created && importOf(tx, created.id)
      }),
    )
    if (!begun) throw notFound('Import')
    return { data: begun }
  },

  list: async ({ query: { organizationId }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    const isUndoable = and(
      eq(productImports.state, 'committed'),
      or(isNull(productImports.committedAt), gt(productImports.committedAt, startOf('undo', now()))),
    )
    return {
      data: await database.tenant(orgId, (tx) => shownImports(tx, isUndoable, desc(productImports.committedAt))),
    }
  },

  addLines: async ({ params: { importId }, body: { lines }, caller }) => ({
    data: await inOwningOrganization(database, caller, importId, 'Import', async (tx, orgId) => {
      const begun = await locked(tx, orgId, importId)
      if (!begun) return undefined
      refuseForbidden(caller, orgId, 'productImports.addLines')
      if (begun.state !== 'open') throw over()
      await keepLines(tx, orgId, importId, lines)
      return importOf(tx, importId)
    }),
  }),

  lines: async ({ params: { importId }, query, caller }) =>
    inOwningOrganization(database, caller, importId, 'Import', async (tx) =>
      (await importOf(tx, importId)) ? linesOf(tx, importId, query) : undefined,
    ),

  commit: async ({ params: { importId }, caller }) => ({
    data: await inOwningOrganization(database, caller, importId, 'Import', async (tx, orgId) => {
      const begun = await locked(tx, orgId, importId)
      if (!begun) return undefined
      refuseForbidden(caller, orgId, 'productImports.commit')
      if (begun.state === 'undone') throw over()
      // Asked for again, as after a lost answer, it is answered again.
      if (begun.state === 'open') await commitImport(tx, begun, caller, now())
      return importOf(tx, importId)
    }),
  }),

  undo: async ({ params: { importId }, caller }) => ({
    data: await inOwningOrganization(database, caller, importId, 'Import', async (tx, orgId) => {
      const begun = await locked(tx, orgId, importId)
      if (!begun) return undefined
      refuseForbidden(caller, orgId, 'productImports.undo')
      if (begun.state === 'open') throw new Refusal(409, 'not_possible', 'This import has not been taken over.')
      if (begun.committedAt === null || begun.committedAt <= startOf('undo', now())) {
        throw new Refusal(409, 'not_possible', 'An import can be undone for a day, and this one is older.')
      }
      if (begun.state === 'committed') await undoImport(tx, begun, caller, now())
      return importOf(tx, importId)
    }),
  }),
})

const over = () => new Refusal(409, 'not_possible', 'This import has been taken over already. Begin another one.')

async function locked(tx: Transaction, orgId: string, importId: string) {
  const [found] = await tx
    .select()
    .from(productImports)
    .where(hasKey(productImports, orgId, importId))
    .for('update')
  return found
}
