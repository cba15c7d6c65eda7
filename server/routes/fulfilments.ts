import { inOwningOrganization, ownOrganization } from '../auth/access'
import { narrowedTo, seesOrders } from '../auth/ownOrders'
import { inOrganization, withRecord } from '../auth/withRecord'
import { isId } from '../db/keys'
import type { RecordKind } from '../db/recordKind'
import { fulfilments } from '../db/schema/fulfilments'
import { packOrder, scanTracking, splitFulfilment } from '../fulfilments/change'
import { fulfilmentResource } from '../fulfilments/pack'
import { readFulfilment, readFulfilments } from '../fulfilments/record'
import { type LockedFulfilment, lockFulfilments, type FulfilmentStep, takeFulfilmentSteps } from '../fulfilments/steps'
import { assignTracking, unassignTracking } from '../fulfilments/tracking'
import type { Handlers } from '../http/contract'
import { notFound } from '../http/errors'
import { anOrder } from '../orders/anOrder'
import type { Services } from './services'

const aFulfilment: RecordKind<LockedFulfilment, 'fulfilmentId'> = {
  resource: fulfilmentResource,
  noun: 'Fulfilment',
  param: 'fulfilmentId',
  // The order first, as everybody locks.
  find: async (tx, { orgId, id }) => (await lockFulfilments(tx, orgId, [id]))[0],
  orderOf: ({ order }) => order.id,
  versions: { table: fulfilments, read: (tx, { orgId, id }) => readFulfilment(tx, orgId, id) },
}

export const fulfilmentHandlers = ({ database }: Pick<Services, 'database'>): Handlers['fulfilments'] => {
  const step = (type: FulfilmentStep): Handlers['fulfilments'][FulfilmentStep] =>
    withRecord(aFulfilment, async ({ tx, orgId, id, record, caller, now }) => {
      await takeFulfilmentSteps(tx, { orgId, caller, now }, [record], type)
      return readFulfilment(tx, orgId, id)
    })

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

    pack: withRecord(anOrder, async ({ tx, orgId, id: orderId, body, caller, now }) => {
      const id = await packOrder(tx, { orgId, caller, now }, orderId, body.items)
      return id === undefined ? undefined : readFulfilment(tx, orgId, id)
    }),

    split: withRecord(
      aFulfilment,
      async ({ tx, orgId, record, body, caller, now }) => ({
        id: await splitFulfilment(tx, { orgId, caller, now }, record, body.items),
      }),
      async ({ id }, { orgId }) => {
        const data = await database.tenant(orgId, (tx) => readFulfilment(tx, orgId, id))
        if (!data) throw notFound('Fulfilment')
        return { data }
      },
    ),

    assign: withRecord(aFulfilment, async ({ tx, orgId, id, record, body, caller, now }) => {
      await assignTracking(tx, { orgId, caller, now }, record, body)
      return readFulfilment(tx, orgId, id)
    }),

    unassign: withRecord(aFulfilment, async ({ tx, orgId, id, record, caller, now }) => {
      await unassignTracking(tx, { orgId, caller, now }, record)
      return readFulfilment(tx, orgId, id)
    }),

    scan: inOrganization('Fulfilment', async ({ tx, orgId, body, caller, now }) =>
      readFulfilment(
        tx,
        orgId,
        await scanTracking(tx, { orgId, caller, now }, { ...body, seller: narrowedTo(caller, orgId) }),
      ),
    ),

    ship: step('ship'),
    deliver: step('deliver'),
    cancel: step('cancel'),

    takeSteps: inOrganization('Fulfilment', async ({ tx, orgId, body, caller, now }) => {
      const ids = [...new Set(body.fulfilmentIds.map((id) => id.toLowerCase()))]
      const locked = await lockFulfilments(tx, orgId, ids)
      if (locked.length < ids.length) return undefined
      const orderIds = locked.map(({ order }) => order.id)
      if (!(await seesOrders(tx, { orgId, caller }, orderIds))) return undefined
      await takeFulfilmentSteps(tx, { orgId, caller, now }, locked, body.step)
      return { changed: ids.length }
    }),
  }
}
