import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import { inOwningOrganization, ownOrganization, refuseForbidden } from '../auth/access'
import { startOf } from '../auth/lifetimes'
import type { Caller } from '../auth/sessions'
import { holdCampaign } from '../campaigns/holdCampaign'
import { hasKey, isId } from '../db/keys'
import { sheetImports } from '../db/schema/sheetImports'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { invalid, notFound, Refusal } from '../http/errors'
import { createdOnlyNew } from '../http/idempotency'
import { commitImport, undoImport } from '../sheetImports/commit'
import { importOf, linesOf, shownImports } from '../sheetImports/read'
import { keepLines } from '../sheetImports/verdicts'
import type { Services } from './services'

export const sheetImportHandlers = ({ database, now }: Services): Handlers['sheetImports'] => {
  /** Those that are given up while they may be being taken over, which this node then stops at once. */
  const withdrawn = new Set<string>()
  return {
    create: async (asked) => {
      const { body, caller } = asked
      const orgId = ownOrganization(caller, body.organizationId)
      refuseForbidden(caller, orgId, 'sheetImports.create')
      const begun = await database.tenant(orgId, (tx) =>
        createdOnlyNew(tx, orgId, asked, now(), async () => {
          const { name, campaignId } = body
          const resource = body.resource ?? (campaignId === undefined ? 'products' : 'offers')
          if ((resource === 'offers') !== (campaignId !== undefined)) {
            throw invalid([{ path: 'body.campaignId', message: 'Offers alone are of a campaign' }])
          }
          if (campaignId !== undefined && !(await holdCampaign(tx, orgId, campaignId))) throw notFound('Campaign')
          const who = { userId: caller.userId, userName: caller.user.name }
          const [created] = await tx
            .insert(sheetImports)
            .values({
              orgId,
              ...who,
              name,
              resource,
              campaignId: campaignId ?? null,
              createdAt: now(),
            })
            .returning({ id: sheetImports.id })
          return created && importOf(tx, created.id)
        }),
      )
      if (!begun) throw notFound('Import')
      return { data: begun }
    },

    list: async ({ query: { organizationId, campaignId, resource }, caller }) => {
      const orgId = ownOrganization(caller, organizationId)
      // An id that is none of ours is no campaign's.
      if (campaignId !== undefined && !isId(campaignId)) return { data: [] }
      const isUndoable = and(
        eq(sheetImports.resource, resource ?? (campaignId === undefined ? 'products' : 'offers')),
        campaignId === undefined ? isNull(sheetImports.campaignId) : eq(sheetImports.campaignId, campaignId),
        eq(sheetImports.state, 'committed'),
        or(isNull(sheetImports.committedAt), gt(sheetImports.committedAt, startOf('undo', now()))),
      )
      return {
        data: await database.tenant(orgId, (tx) => shownImports(tx, isUndoable, desc(sheetImports.committedAt))),
      }
    },

    addLines: async ({ params: { importId }, body: { lines }, caller }) => ({
      data: await inOwningOrganization(database, caller, importId, 'Import', async (tx, orgId) => {
        const begun = await locked(tx, orgId, importId)
        if (!begun) return undefined
        refuseForbidden(caller, orgId, 'sheetImports.addLines')
        if (begun.state !== 'open') throw over()
        await keepLines(tx, begun, lines)
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
        refuseForbidden(caller, orgId, 'sheetImports.commit')
        if (begun.state === 'undone') throw over()
        // Asked for again, as after a lost answer, it is answered again.
        if (begun.state === 'open') {
          await commitImport(tx, begun, caller, now(), () => withdrawn.has(keyOf(caller, importId)))
        }
        return importOf(tx, importId)
      }),
    }),

    undo: async ({ params: { importId }, caller }) => ({
      data: await inOwningOrganization(database, caller, importId, 'Import', async (tx, orgId) => {
        const begun = await locked(tx, orgId, importId)
        if (!begun) return undefined
        refuseForbidden(caller, orgId, 'sheetImports.undo')
        if (begun.state === 'open') throw new Refusal(409, 'not_possible', 'This import has not been taken over.')
        if (begun.committedAt === null || begun.committedAt <= startOf('undo', now())) {
          throw new Refusal(409, 'not_possible', 'An import can be undone for a day, and this one is older.')
        }
        if (begun.state === 'committed') await undoImport(tx, begun, caller, now())
        return importOf(tx, importId)
      }),
    }),

    withdraw: async ({ params: { importId }, caller }) => {
      const key = keyOf(caller, importId)
      withdrawn.add(key)
      try {
        return {
          data: await inOwningOrganization(database, caller, importId, 'Import', async (tx, orgId) => {
            // Behind whoever takes it over.
            const begun = await locked(tx, orgId, importId)
            if (!begun) return undefined
            refuseForbidden(caller, orgId, 'sheetImports.withdraw')
            if (begun.state === 'committed') await undoImport(tx, begun, caller, now())
            else if (begun.state === 'open') {
              await tx
                .update(sheetImports)
                .set({ state: 'undone', undoneAt: now() })
                .where(hasKey(sheetImports, orgId, importId))
            }
            return importOf(tx, importId)
          }),
        }
      } finally {
        withdrawn.delete(key)
      }
    },
  }
}

/** An import as its own person knows it. */
const keyOf = ({ userId }: Caller, importId: string) => `${userId} ${importId.toLowerCase()}`

const over = () => new Refusal(409, 'not_possible', 'This import has been taken over already. Begin another one.')

async function locked(tx: Transaction, orgId: string, importId: string) {
  const [found] = await tx
    .select()
    .from(sheetImports)
    .where(hasKey(sheetImports, orgId, importId))
    .for('update')
  return found
}
