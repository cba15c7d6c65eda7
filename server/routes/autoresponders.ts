import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Autoresponder } from '../../contract/autoresponders'
import { whyNoTemplate } from '../../contract/forms/mailTemplates'
import { autoresponderLife } from '../../machines/lives/autoresponderLife'
import { inOwningOrganization, refuseForbidden } from '../auth/access'
import { expiryOf } from '../auth/lifetimes'
import type { Caller } from '../auth/sessions'
import { hasKey, isId } from '../db/keys'
import { type Happening, keepEvent, takeStep } from '../db/lives'
import { hasRecord } from '../db/rows'
import { emailAutoresponders } from '../db/schema/autoresponders'
import { campaigns } from '../db/schema/campaigns'
import { pluginInstances } from '../db/schema/plugins'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { type Detail, invalid, Refusal } from '../http/errors'
import { createdOnlyNew } from '../http/idempotency'
import { refuseOutdated } from '../http/ifMatch'
import { triedMail } from '../mail/autoresponderMail'
import { queueMail } from '../mail/queue'
import { respondersOf } from '../mail/responders'
import type { Services } from './services'

type Row = typeof emailAutoresponders.$inferSelect

const noun = 'Auto-responder'

export const autoresponderHandlers = (services: Services): Handlers['autoresponders'] => {
  const { database, config, now, nudgeOutbox } = services
  const happening = (orgId: string, recordId: string, caller: Caller): Happening => ({
    orgId,
    resource: 'autoresponders',
    recordId,
    caller,
    now: now(),
  })
  /** Lets a live one be paused, or send again. */
  const step = (type: 'pause' | 'resume', id: string, caller: Caller) =>
    inOwningOrganization(database, caller, id, noun, async (tx, orgId) => {
      const [responder] = await tx.select().from(emailAutoresponders).where(live(orgId, id)).for('update')
      if (!responder) return undefined
      refuseForbidden(caller, orgId, `autoresponders.${type}`)
      const state = responder.paused ? 'paused' : 'sending'
      const next = await takeStep(tx, happening(orgId, id, caller), autoresponderLife, state, { type })
      await tx
        .update(emailAutoresponders)
        .set({ paused: next === 'paused' })
        .where(live(orgId, id))
      return readOne(tx, orgId, id)
    })

  return {
    listEmail: async ({ params: { campaignId }, caller }) => ({
      data: await inOwningOrganization(database, caller, campaignId, 'Campaign', async (tx, orgId) => {
        if (!(await hasRecord(tx, campaigns, orgId, campaignId))) return undefined
        const own = and(
          eq(emailAutoresponders.orgId, orgId),
          eq(emailAutoresponders.campaignId, campaignId),
          isNull(emailAutoresponders.deletedAt),
        )
        const rows = await respondersOf(tx, own)
        return rows.map(({ autoresponder, pluginName }) => autoresponderOf(autoresponder, pluginName))
      }),
    }),

    createEmail: async (asked) => {
      const {
        params: { campaignId },
        body,
        caller,
      } = asked
      return {
        data: await inOwningOrganization(database, caller, campaignId, 'Campaign', async (tx, orgId) => {
          if (!(await hasRecord(tx, campaigns, orgId, campaignId))) return undefined
          return createdOnlyNew(tx, orgId, asked, now(), async () => {
            refuseUnknownPlaceholders(body)
            await holdPlugin(tx, orgId, body.pluginInstanceId)
            const [created] = await tx
              .insert(emailAutoresponders)
              .values({ orgId, campaignId, ...body })
              .returning({ id: emailAutoresponders.id })
            return created && readOne(tx, orgId, created.id)
          })
        }),
      }
    },

    update: async ({ params: { autoresponderId: id }, headers, body, caller }) => ({
      data: await inOwningOrganization(database, caller, id, noun, async (tx, orgId) => {
        if (!(await readOne(tx, orgId, id))) return undefined
        refuseForbidden(caller, orgId, 'autoresponders.update')
        await refuseOutdated(tx, emailAutoresponders, [orgId, id], headers, () => readOne(tx, orgId, id))
        if (body.pluginInstanceId !== undefined) await holdPlugin(tx, orgId, body.pluginInstanceId)
        await tx.update(emailAutoresponders).set(body).where(live(orgId, id))
        const facts = { fields: Object.keys(body) }
        await keepEvent(tx, happening(orgId, id, caller), { kind: 'edit', facts })
        return readOne(tx, orgId, id)
      }),
    }),

    delete: async ({ params: { autoresponderId: id }, headers, caller }) => {
      await inOwningOrganization(database, caller, id, noun, async (tx, orgId) => {
        if (!(await readOne(tx, orgId, id))) return undefined
        refuseForbidden(caller, orgId, 'autoresponders.delete')
        await refuseOutdated(tx, emailAutoresponders, [orgId, id], headers, () => readOne(tx, orgId, id))
        const [deleted] = await tx
          .update(emailAutoresponders)
          .set({ deletedAt: now() })
          .where(live(orgId, id))
          .returning({ id: emailAutoresponders.id })
        if (deleted) await keepEvent(tx, happening(orgId, id, caller), { kind: 'delete' })
        return deleted
      })
      return { success: true, message: `${noun} deleted` }
    },

    restore: async ({ params: { autoresponderId: id }, caller }) => ({
      data: await inOwningOrganization(database, caller, id, noun, async (tx, orgId) => {
        const gone = and(hasKey(emailAutoresponders, orgId, id), isNotNull(emailAutoresponders.deletedAt))
        const [responder] = await tx.select().from(emailAutoresponders).where(gone).for('update')
        if (!responder?.deletedAt || expiryOf('undo', responder.deletedAt) <= now()) return undefined
        refuseForbidden(caller, orgId, 'autoresponders.restore')
        if (!(await heldPlugin(tx, orgId, responder.pluginInstanceId))) {
          throw new Refusal(409, 'not_possible', 'Its email provider is no longer there.')
        }
        await tx
          .update(emailAutoresponders)
          .set({ deletedAt: null })
          .where(hasKey(emailAutoresponders, orgId, id))
        await keepEvent(tx, happening(orgId, id, caller), { kind: 'restore' })
        return readOne(tx, orgId, id)
      }),
    }),

    pause: async ({ params: { autoresponderId }, caller }) => ({ data: await step('pause', autoresponderId, caller) }),

    resume: async ({ params: { autoresponderId }, caller }) => ({
      data: await step('resume', autoresponderId, caller),
    }),

    preview: async ({ params: { autoresponderId: id }, caller }) => ({
      data: await inOwningOrganization(database, caller, id, noun, async (tx, orgId) => {
        const [responder] = await tx.select().from(emailAutoresponders).where(live(orgId, id))
        if (!responder) return undefined
        const { subject, html, text, order } = await triedMail(tx, responder, config.publicUrl, now())
        return { from: responder.from, subject, mailHtml: html, mailText: text, order }
      }),
    }),

    sendTest: async ({ params: { autoresponderId: id }, caller }) => {
      const to = caller.user.email
      await inOwningOrganization(database, caller, id, noun, async (tx, orgId) => {
        const [found] = await respondersOf(tx, live(orgId, id))
        if (!found) return undefined
        refuseForbidden(caller, orgId, 'autoresponders.sendTest')
        const { autoresponder, pluginName } = found
        const { from, pluginInstanceId } = autoresponder
        const { order, ...mail } = await triedMail(tx, autoresponder, config.publicUrl, now())
        const about = { orderId: order?.id ?? null, orderNumber: order?.number ?? null, autoresponderId: id }
        const own = { orgId, dedupeKey: `test:${uuidv7()}`, event: 'test', from, to, pluginInstanceId, pluginName }
        await queueMail(tx, { ...own, ...mail, ...about, createdAt: now() })
        return true
      })
      nudgeOutbox()
      return { success: true, message: `A test mail to ${to} is on its way` }
    },
  }
}

/** A deleted auto-responder is one that nobody knows of any more, but for who restores it. */
const live = (orgId: string, id: string) =>
  and(hasKey(emailAutoresponders, orgId, id), isNull(emailAutoresponders.deletedAt))

async function readOne(tx: Transaction, orgId: string, id: string): Promise<Autoresponder | undefined> {
  const [found] = await respondersOf(tx, live(orgId, id))
  return found && autoresponderOf(found.autoresponder, found.pluginName)
}

/** Whether the provider is there and stays so until the transaction ends. */
async function heldPlugin(tx: Transaction, orgId: string, id: string): Promise<boolean> {
  if (!isId(id)) return false
  const [plugin] = await tx
    .select({ id: pluginInstances.id })
    .from(pluginInstances)
    .where(and(hasKey(pluginInstances, orgId, id), isNull(pluginInstances.deletedAt)))
    .for('share')
  return plugin !== undefined
}

/** The plugin must be the organization's own; an unknown one and somebody else's get the same answer. */
async function holdPlugin(tx: Transaction, orgId: string, id: string): Promise<void> {
  if (await heldPlugin(tx, orgId, id)) return
  throw invalid([{ path: 'body.pluginInstanceId', message: 'There is no such plugin instance in this organization' }])
}

/** What is sent later names nothing that nobody could fill (ML-02). */
function refuseUnknownPlaceholders(template: { subject: string; body: string }): void {
  const details = (['subject', 'body'] as const).flatMap((name): Detail[] => {
    const message = whyNoTemplate(template[name])
    return message === undefined ? [] : [{ path: `body.${name}`, message }]
  })
  if (details.length > 0) throw invalid(details)
}

function autoresponderOf(row: Row, pluginName: string): Autoresponder {
  const { orgId: _orgId, campaignId: _campaignId, deletedAt: _deletedAt, createdAt, updatedAt, ...fields } = row
  return {
    ...fields,
    pluginInstance: { name: pluginName },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
