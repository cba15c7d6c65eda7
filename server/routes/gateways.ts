import { and, asc, eq } from 'drizzle-orm'
import type { GatewayUpdate } from '../../contract/extensions/gateways'
import { inOwningOrganization, ownOrganization } from '../auth/access'
import { newToken } from '../auth/sessions'
import { afterTrial, inOrganization, withRecord } from '../auth/withRecord'
import { hasKey } from '../db/keys'
import { keepEvent } from '../db/lives'
import { known, locked, type RecordKind } from '../db/recordKind'
import { gatewayInstances } from '../db/schema/gateways'
import type { Transaction } from '../db/transactions'
import { readGateways, webhooksOf } from '../gateways/read'
import type { Handlers } from '../http/contract'
import { invalid, notFound, Refusal } from '../http/errors'
import { amountOf } from '../../contract/rules/amounts'
import { type GatewayAccount, GatewayRefused } from '../payments/drivers/driver'
import { openedSecrets, sealedSecrets } from '../payments/gateways'
import { type Difference, lastComparisons, reconcile } from '../payments/reconcile'
import type { Services } from './services'

export const gatewayHandlers = (services: Services): Handlers['gateways'] => {
  const { database, config, secrets, paying, now } = services
  const read = async (tx: Transaction, gatewayInstanceId: string) => {
    const [gateway] = await readGateways(tx, { now: now(), webhooks: config.publicUrl, only: gatewayInstanceId })
    return gateway
  }
  const aGateway: RecordKind<typeof gatewayInstances.$inferSelect, 'gatewayInstanceId'> = {
    resource: 'gateways',
    noun: 'Gateway',
    param: 'gatewayInstanceId',
    find: locked(gatewayInstances),
    versions: { table: gatewayInstances, read: (tx, { id }) => read(tx, id) },
  }
  /** One to speak with, which is done outside of any transaction. */
  const aKnownGateway: typeof aGateway = { ...aGateway, find: known(gatewayInstances) }

  /** Tries a key before it is kept or used; what is wrong with it is said of `path` (GW-01). */
  const tryKey = async (account: GatewayAccount, path: string) => {
    try {
      await paying.tryKey(account)
    } catch (error) {
      if (error instanceof GatewayRefused) throw invalid([{ path, message: error.message }])
      throw new Refusal(503, 'gateway_unreachable', unreachable, { headers: { 'retry-after': '2' } })
    }
  }

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
      const data = await database.tenant(orgId, (tx) => readGateways(tx, { now: now(), webhooks }))
      return { data, webhooks: webhooksOf(webhooks) }
    },

    get: async ({ params: { gatewayInstanceId }, caller }) => ({
      data: await inOwningOrganization(database, caller, gatewayInstanceId, 'Gateway', (tx) =>
        read(tx, gatewayInstanceId),
      ),
    }),

    create: afterTrial(
      inOrganization(
        'Gateway',
        async () => true,
        async (_, { orgId, body }) => {
          const { id = '', kind, displayName, secretKey } = body
          if (secretKey === undefined) return
          await tryKey({ orgId, id, kind, displayName, settings: {}, secrets: { secretKey } }, 'body.secretKey')
        },
      ),
      inOrganization(
        'Gateway',
        async ({ tx, orgId, body, caller, now: createdAt }) => {
          const { id, displayName, kind, monthlyCap } = body
          // Nobody types the secret that a sandbox signs its messages by.
          const own: Record<string, string> = kind === 'sandbox' ? { webhookSecret: newToken() } : {}
          const [created] = await tx
            .insert(gatewayInstances)
            .values({
              orgId,
              ...(id === undefined ? {} : { id }),
              displayName,
              kind,
              monthlyCapCents: capOf(monthlyCap),
              ...secretColumns(body, undefined, own),
            })
            .returning({ id: gatewayInstances.id })
          if (!created) throw new Error('a gateway was not inserted')
          const happening = { orgId, resource: 'gateways', recordId: created.id, caller, now: createdAt }
          await keepEvent(tx, happening, { kind: 'create', facts: { text: displayName } })
          return read(tx, created.id)
        },
        (data) => ({ data }),
        { bodyOf: ({ body }) => withoutSecrets(body) },
      ),
    ),

    update: afterTrial(
      withRecord(
        aKnownGateway,
        async ({ record, body: { secretKey } }) => ({ record, secretKey }),
        async ({ record: { kind, displayName, settings }, secretKey }, { orgId, id }) => {
          if (secretKey === undefined) return
          await tryKey({ orgId, id, kind, displayName, settings, secrets: { secretKey } }, 'body.secretKey')
        },
      ),
      withRecord(aGateway, async ({ tx, orgId, id, record, body, happening }) => {
        const { displayName, monthlyCap } = body
        const changed = {
          ...(displayName === undefined ? {} : { displayName }),
          ...(monthlyCap === undefined ? {} : { monthlyCapCents: capOf(monthlyCap) }),
          ...secretColumns(body, record),
        }
        if (Object.keys(changed).length > 0) {
          await tx
            .update(gatewayInstances)
            .set(changed)
            .where(hasKey(gatewayInstances, orgId, id))
        }
        await keepEvent(tx, happening, { kind: 'edit', facts: { text: Object.keys(body).join(', ') } })
        return read(tx, id)
      }),
    ),

    switch: afterTrial(
      withRecord(
        aKnownGateway,
        async ({ body: { state } }) => state,
        async (state, { orgId, id }) => {
          const account = state === 'enabled' ? await paying.accountOf(orgId, id) : undefined
          if (account) await tryKey(account, 'body.state')
        },
      ),
      withRecord(aGateway, async ({ tx, orgId, id, body: { state }, happening }) => {
        const enabled = state === 'enabled'
        await tx
          .update(gatewayInstances)
          .set({ enabled })
          .where(hasKey(gatewayInstances, orgId, id))
        await keepEvent(tx, happening, { kind: enabled ? 'enable' : 'disable' })
        return read(tx, id)
      }),
    ),

    rehearse: withRecord(
      aKnownGateway,
      async () => true,
      async (_, { orgId, id }) => {
        const account = await paying.accountOf(orgId, id)
        if (!account) throw notFound('Gateway')
        return { data: { steps: await account.driver.rehearse(account) } }
      },
    ),

    reconcile: withRecord(
      aKnownGateway,
      async () => true,
      async (_, { orgId, id: gatewayInstanceId }) => {
        const reconciled = await reconcile({ ...services, log: () => undefined }, { orgId, gatewayInstanceId })
        if (!reconciled) throw notFound('Gateway')
        const { compared, settled, differences } = reconciled
        return { data: { compared, settled, differences: differences.map(shownDifference) } }
      },
    ),

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

const unreachable =
  'The gateway does not answer, so its secret key could not be tried. Nothing was changed; try again in a moment.'

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
const withoutSecrets = ({ secretKey, webhookSecret, ...rest }: GatewayUpdate) => ({
  ...rest,
  hasKey: secretKey !== undefined,
  hasWebhookSecret: webhookSecret !== undefined,
})
