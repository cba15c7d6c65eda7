import { eq } from 'drizzle-orm'
import type { MailEvent } from '../../contract/extensions/autoresponders'
import type { OrderMail } from '../../contract/extensions/orderMails'
import { inOwningOrganization, ownOrganization } from '../auth/access'
import { withRecord } from '../auth/withRecord'
import { hasKey } from '../db/keys'
import { keepEvent } from '../db/lives'
import { known, locked, type RecordKind } from '../db/recordKind'
import { orderMails } from '../db/schema/orderMails'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { ownTemplate, textOf } from '../mail/ownMails'
import { triedOn } from '../mail/triedOn'
import { previewOf, sendTried, tellingTried } from '../mail/trying'
import type { Services } from './services'

type Row = typeof orderMails.$inferSelect

const noun = 'Mail'

const anOrderMail: RecordKind<Row, 'orderMailId'> = {
  resource: 'orderMails',
  noun,
  param: 'orderMailId',
  find: locked(orderMails),
  versions: { table: orderMails, read: (tx, { orgId, id }) => readOne(tx, orgId, id) },
}
/** One to send, which is not held meanwhile. */
const aKnownMail: typeof anOrderMail = { ...anOrderMail, find: known(orderMails) }

/** As customers get them, one after the other. */
const order: readonly MailEvent[] = [
  'order.payment_link.created',
  'order.completed',
  'order.tracking_number.assigned',
  'order.refunded',
]

/** Changes what is kept of one, and says in its timeline what was done. */
const changing = (kind: 'reset' | 'enable' | 'disable', fields: Partial<Row>): Handlers['orderMails']['reset'] =>
  withRecord(anOrderMail, async ({ tx, orgId, id, happening }) => {
    await tx
      .update(orderMails)
      .set(fields)
      .where(hasKey(orderMails, orgId, id))
    await keepEvent(tx, happening, { kind })
    return readOne(tx, orgId, id)
  })

export const orderMailHandlers = ({ database, config, now, nudgeOutbox }: Services): Handlers['orderMails'] => ({
  list: async ({ query: { organizationId }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    const rows = await database.tenant(orgId, (tx) => tx.select().from(orderMails).where(eq(orderMails.orgId, orgId)))
    return { data: rows.toSorted((one, other) => order.indexOf(one.event) - order.indexOf(other.event)).map(shown) }
  },

  update: withRecord(anOrderMail, async ({ tx, orgId, id, body, happening }) => {
    await tx
      .update(orderMails)
      .set(body)
      .where(hasKey(orderMails, orgId, id))
    await keepEvent(tx, happening, { kind: 'edit', facts: { fields: Object.keys(body) } })
    return readOne(tx, orgId, id)
  }),

  reset: changing('reset', { subject: null, body: null }),
  enable: changing('enable', { enabled: true }),
  disable: changing('disable', { enabled: false }),

  preview: async ({ params: { orderMailId: id }, caller }) => {
    const { template, tried } = await inOwningOrganization(database, caller, id, noun, async (tx, orgId) => {
      const own = await ownMail(tx, orgId, id)
      if (!own) return undefined
      const { event } = own
      return {
        template: await ownTemplate(tx, own),
        tried: await triedOn(tx, { orgId, event }, config.publicUrl, now()),
      }
    })
    return { data: previewOf(template, tried) }
  },

  sendTest: withRecord(
    aKnownMail,
    async ({ tx, orgId, record, caller, now: at }) => {
      const to = caller.user.email
      const tried = await triedOn(tx, { orgId, event: record.event }, config.publicUrl, at)
      await sendTried(tx, await ownTemplate(tx, record), tried, { to, now: at })
      return { to }
    },
    tellingTried(nudgeOutbox),
  ),
})

async function readOne(tx: Transaction, orgId: string, id: string): Promise<OrderMail | undefined> {
  const own = await ownMail(tx, orgId, id)
  return own && shown(own)
}

async function ownMail(tx: Transaction, orgId: string, id: string): Promise<Row | undefined> {
  const [own] = await tx
    .select()
    .from(orderMails)
    .where(hasKey(orderMails, orgId, id))
  return own
}

const shown = (own: Row): OrderMail => ({
  id: own.id,
  event: own.event,
  ...textOf(own),
  isOriginal: own.subject === null && own.body === null,
  enabled: own.enabled,
  version: own.version,
  updatedAt: own.updatedAt.toISOString(),
})
