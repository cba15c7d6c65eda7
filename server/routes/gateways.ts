import { and, asc, eq } from 'drizzle-orm'
import type { GatewayUpdate } from '../../contract/extensions/gateways'
import { inOwningOrganization, ownOrganization, refuseForbidden } from '../auth/access'
import { type Caller, newToken } from '../auth/sessions'
import { hasKey } from '../db/keys'
import { keepEvent } from '../db/lives'
import { hasRecord } from '../db/rows'
import { gatewayInstances } from '../db/schema/gateways'
import type { Transaction } from '../db/transactions'
import { readGateways } from '../gateways/read'
import type { Handlers } from '../http/contract'
import { notFound } from '../http/errors'
import { createdOnlyNew } from '../http/idempotency'
import { refuseOutdated } from '../http/ifMatch'
import { amountOf } from '../../contract/rules/amounts'
import { openedSecrets, sealedSecrets } from '../payments/gateways'
import { type Difference, lastComparisons, reconcile } from '../payments/reconcile'
import type { Services } from './services'

export const gatewayHandlers = (services: Services): Handlers['gateways'] => {
  const { database, config, secrets, paying, now } = services
  const read = async (tx: Transaction, gatewayInstanceId: string) => {
    const [gateway] = await readGateways(tx, { now: now(), webhooks: config.publicUrl, only: gatewayInstanceId })
    return gateway
  }
  const happening = (orgId: string, recordId: string, caller: Caller) => ({
    orgId,
    resource: 'gateways',
    recordId,
    caller,
    now: now(),
  })

  /** What is kept of secrets: all of them encrypted, and the ends of those that were typed, to know them by. */
  const secretColumns = (
    { secretKey, webhookSecret }: GatewayUpdate,
    before?: typeof gatewayInstances.$inferSelect,
    own: Readonly<Record<string, string>> = {},
  ) => {
    const typed = {
      ...(secretKey === undefined ? {} : { secretKey }),
      ...(webhookSecret === undefined ? {} : { webhookSecret }),
    }
    if (Object.keys({ ...own, ...typed }).length === 0) return {}
    const all = { ...openedSecrets(secrets, before?.secrets ?? null), ...own, ...typed }
    const ends = Object.fromEntries(Object.entries(typed).map(([name, value]) => [`${name}End`, value.slice(-4)]))
    return { secrets: sealedSecrets(secrets, all), settings: { ...before?.settings, ...ends } }
  }

  return {
    listInstances: async ({ query, caller }) => {
      const orgId = ownOrganization(caller, query.organizationId)
      const data = await database.tenant(orgId, (tx) =>
        tx
          .select({ id: gatewayInstances.id, displayName: gatewayInstances.displayName })
          .from(gatewayInstances)
          .where(and(eq(gatewayInstances.orgId, orgId), eq(gatewayInstances.enabled, true)))
          .orderBy(asc(gatewayInstances.displayName), asc(gatewayInstances.id)),
      )
      return { data }
    },

    list: async ({ query, caller }) => {
      const orgId = ownOrganization(caller, query.organizationId)
      const webhooks = config.publicUrl
      return { data: await database.tenant(orgId, (tx) => readGateways(tx, { now: now(), webhooks })) }
    },

    get: async ({ params: { gatewayInstanceId }, caller }) => ({
      data: await inOwningOrganization(database, caller, gatewayInstanceId, 'Gateway', (tx) =>
        read(tx, gatewayInstanceId),
      ),
    }),

    create: async (asked) => {
      const { body, caller } = asked
      const orgId = ownOrganization(caller, body.organizationId)
      refuseForbidden(caller, orgId, 'gateways.create')
      const { displayName, kind, monthlyCap } = body
      // Nobody types the secret that a sandbox signs its messages by.
      const own: Record<string, string> = kind === 'sandbox' ? { webhookSecret: newToken() } : {}
      const gateway = await database.tenant(orgId, (tx) =>
        createdOnlyNew(tx, orgId, withoutSecrets(asked), now(), async () => {
          const [created] = await tx
            .insert(gatewayInstances)
            .values({
              orgId,
              displayName,
              kind,
              monthlyCapCents: capOf(monthlyCap),
              ...secretColumns(body, undefined, own),
            })
            .returning({ id: gatewayInstances.id })
          if (!created) throw new Error('a gateway was not inserted')
          await keepEvent(tx, happening(orgId, created.id, caller), { kind: 'create', facts: { text: displayName } })
          return read(tx, created.id)
        }),
      )
      if (!gateway) throw notFound('Gateway')
      return { data: gateway }
    },

    update: async ({ params: { gatewayInstanceId }, headers, body, caller }) => ({
      data: await inOwningOrganization(database, caller, gatewayInstanceId, 'Gateway', async (tx, orgId) => {
        if (!(await hasRecord(tx, gatewayInstances, orgId, gatewayInstanceId))) return undefined
        refuseForbidden(caller, orgId, 'gateways.update')
        const key = [orgId, gatewayInstanceId] as [string, string]
        await refuseOutdated(tx, gatewayInstances, key, headers, () => read(tx, gatewayInstanceId))
        const where = hasKey(gatewayInstances, orgId, gatewayInstanceId)
        const [before] = await tx.select().from(gatewayInstances).where(where).for('update')
        const { displayName, monthlyCap } = body
        const changed = {
          ...(displayName === undefined ? {} : { displayName }),
          ...(monthlyCap === undefined ? {} : { monthlyCapCents: capOf(monthlyCap) }),
          ...secretColumns(body, before),
        }
        if (Object.keys(changed).length > 0) await tx.update(gatewayInstances).set(changed).where(where)
        const text = Object.keys(body).join(', ')
        await keepEvent(tx, happening(orgId, gatewayInstanceId, caller), { kind: 'edit', facts: { text } })
        return read(tx, gatewayInstanceId)
      }),
    }),

    switch: async ({ params: { gatewayInstanceId }, body: { state }, caller }) => ({
      data: await inOwningOrganization(database, caller, gatewayInstanceId, 'Gateway', async (tx, orgId) => {
        refuseForbidden(caller, orgId, 'gateways.switch')
        const enabled = state === 'enabled'
        const [switched] = await tx
          .update(gatewayInstances)
          .set({ enabled })
          .where(hasKey(gatewayInstances, orgId, gatewayInstanceId))
          .returning({ id: gatewayInstances.id })
        if (!switched) return undefined
        await keepEvent(tx, happening(orgId, gatewayInstanceId, caller), { kind: enabled ? 'enable' : 'disable' })
        return read(tx, gatewayInstanceId)
      }),
    }),

    rehearse: async ({ params: { gatewayInstanceId }, caller }) => {
      const orgId = await owned(services, caller, gatewayInstanceId, 'gateways.rehearse')
      const account = await paying.accountOf(orgId, gatewayInstanceId)
      if (!account) throw notFound('Gateway')
      return { data: { steps: await account.driver.rehearse(account) } }
    },

    reconcile: async ({ params: { gatewayInstanceId }, caller }) => {
      const orgId = await owned(services, caller, gatewayInstanceId, 'gateways.reconcile')
      const reconciled = await reconcile({ ...services, log: () => undefined }, { orgId, gatewayInstanceId })
      if (!reconciled) throw notFound('Gateway')
      const { compared, settled, differences } = reconciled
      return { data: { compared, settled, differences: differences.map(shownDifference) } }
    },

    comparisons: async ({ query, caller }) => {
      const orgId = ownOrganization(caller, query.organizationId)
      const found = await database.tenant(orgId, (tx) => lastComparisons(tx, orgId))
      const data = found.map(({ endedAt, differences, ...comparison }) => ({
        ...comparison,
        comparedAt: endedAt?.toISOString() ?? null,
        differences: differences.map(shownDifference),
      }))
      return { data }
    },
  }
}

/** Whose gateway it is. What speaks with a gateway does so outside of any transaction. */
async function owned(
  { database }: Services,
  caller: Caller,
  gatewayInstanceId: string,
  action: 'gateways.rehearse' | 'gateways.reconcile',
): Promise<string> {
  const orgId = await inOwningOrganization(database, caller, gatewayInstanceId, 'Gateway', async (tx, owner) =>
    (await hasRecord(tx, gatewayInstances, owner, gatewayInstanceId)) ? owner : undefined,
  )
  refuseForbidden(caller, orgId, action)
  return orgId
}

const major = (cents: number | null) => (cents === null ? null : cents / 100)

const shownDifference = ({ text, orderId, reference, hereCents, thereCents, currency }: Difference) => ({
  text,
  orderId,
  reference,
  ours: major(hereCents),
  theirs: major(thereCents),
  currency,
})

const capOf = (monthlyCap: number | null | undefined) => (typeof monthlyCap === 'number' ? amountOf(monthlyCap) : null)

/** As what was asked is remembered by its hash, which must not be one of a secret alone. */
const withoutSecrets = <Asked extends { body: { secretKey?: unknown; webhookSecret?: unknown } }>(asked: Asked) => {
  const { secretKey, webhookSecret, ...rest } = asked.body
  return { ...asked, body: { ...rest, hasKey: secretKey !== undefined, hasWebhookSecret: webhookSecret !== undefined } }
}
