import type { FulfilmentRecord } from '../../contract/extensions/fulfilments'
import { inOwningOrganization, ownOrganization, refuseForbidden } from '../auth/access'
import type { Caller } from '../auth/sessions'
import { isId } from '../db/keys'
import { hasRecord } from '../db/rows'
import { fulfilments } from '../db/schema/fulfilments'
import { orders } from '../db/schema/orders'
import type { Transaction } from '../db/transactions'
import { packOrder, scanTracking, splitFulfilment } from '../fulfilments/change'
import type { Working } from '../fulfilments/pack'
import { readFulfilment, readFulfilments } from '../fulfilments/record'
import { type LockedFulfilment, lockFulfilments, type FulfilmentStep, takeFulfilmentSteps } from '../fulfilments/steps'
import { assignTracking } from '../fulfilments/tracking'
import type { Handlers } from '../http/contract'
import { notFound } from '../http/errors'
import { createdOnlyNew } from '../http/idempotency'
import { refuseOutdated } from '../http/ifMatch'
import type { Services } from './services'

interface Asked {
  params: { fulfilmentId: string }
  headers: { 'if-match'?: string | undefined; 'idempotency-key'?: string | undefined }
  caller: Caller
}

export const fulfilmentHandlers = ({ database, now }: Services): Handlers['fulfilments'] => {
  /** Changes one parcel, which is locked with its order, and answers it as it is then. */
  const change = async (
    { params: { fulfilmentId }, headers, caller }: Asked,
    action: 'assign' | 'split' | FulfilmentStep,
    work: (tx: Transaction, working: Working, locked: LockedFulfilment) => Promise<string | void>,
  ): Promise<{ data: FulfilmentRecord }> => ({
    data: await inOwningOrganization(database, caller, fulfilmentId, 'Fulfilment', async (tx, orgId) => {
      // The order first, as everybody locks.
      const [locked] = await lockFulfilments(tx, orgId, [fulfilmentId])
      if (!locked) return undefined
      refuseForbidden(caller, orgId, `fulfilments.${action}`)
      const key = [orgId, locked.fulfilment.id] as const
      await refuseOutdated(tx, fulfilments, [...key], headers, () => readFulfilment(tx, ...key))
      const made = await work(tx, { orgId, caller, now: now() }, locked)
      return readFulfilment(tx, orgId, made ?? locked.fulfilment.id)
    }),
  })
  const step = (type: FulfilmentStep) => (asked: Asked) =>
    change(asked, type, (tx, working, locked) => takeFulfilmentSteps(tx, working, [locked], type))

  return {
    get: async ({ params: { fulfilmentId }, caller }) => ({
      data: await inOwningOrganization(database, caller, fulfilmentId, 'Fulfilment', (tx, orgId) =>
        readFulfilment(tx, orgId, fulfilmentId),
      ),
    }),

    packingList: async ({ body: { organizationId, fulfilmentIds }, caller }) => {
      const orgId = ownOrganization(caller, organizationId)
      const ids = [...new Set(fulfilmentIds.map((id) => id.toLowerCase()))]
      const found = await database.tenant(orgId, (tx) => readFulfilments(tx, orgId, ids.filter(isId)))
      if (found.length < ids.length) throw notFound('Fulfilment')
      return { data: found }
    },

    pack: async (asked) => {
      const {
        params: { orderId },
        body,
        caller,
      } = asked
      return {
        data: await inOwningOrganization(database, caller, orderId, 'Order', async (tx, orgId) => {
          if (!(await hasRecord(tx, orders, orgId, orderId))) return undefined
          refuseForbidden(caller, orgId, 'fulfilments.pack')
          return createdOnlyNew(tx, orgId, asked, now(), async () => {
            const id = await packOrder(tx, { orgId, caller, now: now() }, orderId.toLowerCase(), body.items)
            return id === undefined ? undefined : readFulfilment(tx, orgId, id)
          })
        }),
      }
    },

    split: (asked) =>
      change(asked, 'split', async (tx, working, locked) => {
        const { id } = await createdOnlyNew(tx, working.orgId, asked, now(), async () => ({
          id: await splitFulfilment(tx, working, locked, asked.body.items),
        }))
        return id
      }),

    assign: (asked) =>
      change(asked, 'assign', (tx, working, locked) => assignTracking(tx, working, locked, asked.body)),

    scan: async ({ body: { organizationId, ...asked }, caller }) => {
      const orgId = ownOrganization(caller, organizationId)
      refuseForbidden(caller, orgId, 'fulfilments.assign')
      const scanned = await database.tenant(orgId, async (tx) =>
        readFulfilment(tx, orgId, await scanTracking(tx, { orgId, caller, now: now() }, asked)),
      )
      if (!scanned) throw notFound('Fulfilment')
      return { data: scanned }
    },

    ship: step('ship'),
    deliver: step('deliver'),
    cancel: step('cancel'),

    takeSteps: async ({ body: { organizationId, step: type, fulfilmentIds }, caller }) => {
      const orgId = ownOrganization(caller, organizationId)
      refuseForbidden(caller, orgId, `fulfilments.${type}`)
      const ids = [...new Set(fulfilmentIds.map((id) => id.toLowerCase()))]
      await database.tenant(orgId, async (tx) => {
        const locked = await lockFulfilments(tx, orgId, ids)
        if (locked.length < ids.length) throw notFound('Fulfilment')
        await takeFulfilmentSteps(tx, { orgId, caller, now: now() }, locked, type)
      })
      return { data: { changed: ids.length } }
    },
  }
}
