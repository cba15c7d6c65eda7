import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import { isOfCampaign } from '../../contract/extensions/sheetImports'
import type { Action } from '../../contract/permissions'
import { whyNotImported } from '../../contract/rules/importedOrders'
import { inOwningOrganization, ownMembership, ownOrganization, refuseForbidden } from '../auth/access'
import { startOf } from '../auth/lifetimes'
import type { Caller } from '../auth/sessions'
import { inOrganization, inSteps, meanwhile, withRecord } from '../auth/withRecord'
import { holdCampaign } from '../campaigns/holdCampaign'
import { hasKey, isId } from '../db/keys'
import { locked, type RecordKind } from '../db/recordKind'
import { sheetImports } from '../db/schema/sheetImports'
import type { Handlers } from '../http/contract'
import { invalid, notFound, Refusal } from '../http/errors'
import { commitImport, undoImport } from '../sheetImports/commit'
import { returnNumbers, takeNumbers } from '../sheetImports/orderNumbers'
import { importOf, linesOf, shownImports } from '../sheetImports/read'
import { keepLines } from '../sheetImports/verdicts'
import type { Services } from './services'

const anImport: RecordKind<typeof sheetImports.$inferSelect, 'importId'> = {
  resource: 'sheetImports',
  noun: 'Import',
  param: 'importId',
  find: locked(sheetImports),
}

type Resource = (typeof sheetImports.$inferSelect)['resource']

/** What lines of a sheet do, for which whoever takes it over needs the right, too. */
const doneBy = {
  products: 'products.create',
  offers: 'offers.create',
  fulfilments: 'fulfilments.assign',
  customers: 'customers.create',
  orders: 'orders.place',
} as const satisfies Record<Resource, Action>

function refuseForbiddenLines(caller: Caller, orgId: string, resource: Resource): void {
  const membership = ownMembership(caller, orgId)
  refuseForbidden(membership, doneBy[resource])
  const why = resource === 'orders' ? whyNotImported(membership) : undefined
  if (why !== undefined) throw new Refusal(403, 'forbidden', why)
}

export const sheetImportHandlers = ({ database, now }: Services): Handlers['sheetImports'] => {
  /** Those that are given up while they may be being taken over, which this node then stops at once. */
  const withdrawn = new Set<string>()
  return {
    create: inOrganization('Import', async ({ tx, orgId, body, caller, now: createdAt }) => {
      const { name, campaignId, source = 'other' } = body
      const resource = body.resource ?? (campaignId === undefined ? 'products' : 'offers')
      refuseForbiddenLines(caller, orgId, resource)
      if (isOfCampaign(resource) !== (campaignId !== undefined)) {
        throw invalid([{ path: 'body.campaignId', message: 'Offers and orders alone are of a campaign' }])
      }
      if (campaignId !== undefined && !(await holdCampaign(tx, orgId, campaignId))) throw notFound('Campaign')
      const who = { userId: caller.userId, userName: caller.name }
      const [created] = await tx
        .insert(sheetImports)
        .values({
          orgId,
          ...who,
          name,
          resource,
          source: resource === 'orders' ? source : null,
          campaignId: campaignId ?? null,
          createdAt,
        })
        .returning({ id: sheetImports.id })
      return created && importOf(tx, created.id)
    }),

    list: async ({ query: { organizationId, campaignId, resource }, caller }) => {
      const orgId = ownOrganization(caller, organizationId)
      // An id that is none of ours is no campaign's.
      if (campaignId !== undefined && !isId(campaignId)) return { data: [] }
      const isUndoable = and(
        eq(sheetImports.resource, resource ?? (campaignId === undefined ? 'products' : 'offers')),
        // Orders of every campaign stand in one list.
        campaignId === undefined
          ? resource === 'orders'
            ? undefined
            : isNull(sheetImports.campaignId)
          : eq(sheetImports.campaignId, campaignId),
        eq(sheetImports.state, 'committed'),
        or(isNull(sheetImports.committedAt), gt(sheetImports.committedAt, startOf('undo', now()))),
      )
      return {
        data: await database.tenant(orgId, (tx) => shownImports(tx, isUndoable, desc(sheetImports.committedAt))),
      }
    },

    addLines: withRecord(anImport, async ({ tx, id, record, body }) => {
      if (record.state !== 'open') throw over()
      await keepLines(tx, record, body.lines)
      return importOf(tx, id)
    }),

    lines: async ({ params: { importId }, query, caller }) =>
      inOwningOrganization(database, caller, importId, 'Import', async (tx) =>
        (await importOf(tx, importId)) ? linesOf(tx, importId, query) : undefined,
      ),

    // Everybody who sells takes a number (`orders/lock.ts`): those of many orders are taken before these are written.
    commit: inSteps(
      withRecord(anImport, async ({ tx, orgId, id, record, caller }) => {
        refuseForbiddenLines(caller, orgId, record.resource)
        if (record.state === 'open' && record.resource === 'orders') await takeNumbers(tx, record)
        return importOf(tx, id)
      }),
      withRecord(anImport, async ({ tx, orgId, id, record, caller, now: committedAt }) => {
        refuseForbiddenLines(caller, orgId, record.resource)
        if (record.state === 'undone') throw over()
        // Asked for again, as after a lost answer, it is answered again.
        if (record.state === 'open') {
          await commitImport(tx, record, caller, committedAt, () => withdrawn.has(keyOf(caller, id)))
        }
        return importOf(tx, id)
      }),
      withRecord(anImport, async ({ tx, id, record }) => {
        if (record.state !== 'committed' && record.firstNumber !== null) await returnNumbers(tx, record)
        return importOf(tx, id)
      }),
    ),

    undo: withRecord(anImport, async ({ tx, orgId, id, record, caller, now: undoneAt }) => {
      refuseForbiddenLines(caller, orgId, record.resource)
      if (record.state === 'open') throw new Refusal(409, 'not_possible', 'This import has not been taken over.')
      if (record.committedAt === null || record.committedAt <= startOf('undo', undoneAt)) {
        throw new Refusal(409, 'not_possible', 'An import can be undone for a day, and this one is older.')
      }
      if (record.state === 'committed') await undoImport(tx, record, caller, undoneAt)
      return importOf(tx, id)
    }),

    withdraw: meanwhile(
      // Behind whoever takes it over.
      withRecord(anImport, async ({ tx, orgId, id, record, caller, now: undoneAt }) => {
        refuseForbiddenLines(caller, orgId, record.resource)
        if (record.state === 'committed') await undoImport(tx, record, caller, undoneAt)
        else if (record.state === 'open') {
          await tx
            .update(sheetImports)
            .set({ state: 'undone', undoneAt })
            .where(hasKey(sheetImports, orgId, id))
        }
        return importOf(tx, id)
      }),
      ({ caller, params: { importId } }) => {
        const key = keyOf(caller, importId)
        withdrawn.add(key)
        return () => withdrawn.delete(key)
      },
    ),
  }
}

/** An import as its own person knows it. */
const keyOf = ({ userId }: Caller, importId: string) => `${userId} ${importId.toLowerCase()}`

const over = () => new Refusal(409, 'not_possible', 'This import has been taken over already. Begin another one.')
