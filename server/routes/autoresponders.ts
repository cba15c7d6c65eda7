import { and, eq, isNull } from 'drizzle-orm'
import type { Autoresponder } from '../../contract/autoresponders'
import { whyNoTemplate } from '../../contract/forms/mailTemplates'
import { autoresponderLife } from '../../machines/lives/autoresponderLife'
import { inOwningOrganization } from '../auth/access'
import { expiryOf } from '../auth/lifetimes'
import { acknowledging, withRecord } from '../auth/withRecord'
import { hasKey, isId } from '../db/keys'
import { keepEvent, takeStep } from '../db/lives'
import { known, locked, type RecordKind } from '../db/recordKind'
import { hasRecord } from '../db/rows'
import { emailAutoresponders } from '../db/schema/autoresponders'
import { campaigns } from '../db/schema/campaigns'
import { pluginInstances } from '../db/schema/plugins'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { type Detail, invalid, Refusal } from '../http/errors'
import { respondersOf, templateOf } from '../mail/responders'
import { triedOn } from '../mail/triedOn'
import { previewOf, sendTried, tellingTried } from '../mail/trying'
import type { Services } from './services'

type Row = typeof emailAutoresponders.$inferSelect

const noun = 'Auto-responder'

const anAutoresponder: RecordKind<Row, 'autoresponderId'> = {
  resource: 'autoresponders',
  noun,
  param: 'autoresponderId',
  campaignOf: ({ campaignId }) => campaignId,
  find: async (tx, { orgId, id }) =>
    (await tx.select().from(emailAutoresponders).where(live(orgId, id)).for('update'))[0],
  versions: { table: emailAutoresponders, read: (tx, { orgId, id }) => readOne(tx, orgId, id) },
}
const aDeletedOne: typeof anAutoresponder = { ...anAutoresponder, find: locked(emailAutoresponders) }
/** The campaign that gets one; it is not held, as everybody sells in it. */
const aCampaign: RecordKind<typeof campaigns.$inferSelect, 'campaignId'> = {
  resource: 'campaigns',
  noun: 'Campaign',
  param: 'campaignId',
  campaignOf: ({ id }) => id,
  find: known(campaigns),
}

/** Lets a live one be paused, or send again. */
const step = (type: 'pause' | 'resume'): Handlers['autoresponders']['pause'] =>
  withRecord(anAutoresponder, async ({ tx, orgId, id, record, happening }) => {
    const state = record.paused ? 'paused' : 'sending'
    const next = await takeStep(tx, happening, autoresponderLife, state, { type })
    await tx
      .update(emailAutoresponders)
      .set({ paused: next === 'paused' })
      .where(live(orgId, id))
    return readOne(tx, orgId, id)
  })

export const autoresponderHandlers = (services: Services): Handlers['autoresponders'] => {
  const { database, config, now, nudgeOutbox } = services

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

    createEmail: withRecord(aCampaign, async ({ tx, orgId, id: campaignId, body }) => {
      refuseUnknownPlaceholders(body)
      await holdPlugin(tx, orgId, body.pluginInstanceId)
      const [created] = await tx
        .insert(emailAutoresponders)
        .values({ orgId, campaignId, ...body })
        .returning({ id: emailAutoresponders.id })
      return created && readOne(tx, orgId, created.id)
    }),

    update: withRecord(anAutoresponder, async ({ tx, orgId, id, body, happening }) => {
      if (body.pluginInstanceId !== undefined) await holdPlugin(tx, orgId, body.pluginInstanceId)
      await tx.update(emailAutoresponders).set(body).where(live(orgId, id))
      await keepEvent(tx, happening, { kind: 'edit', facts: { fields: Object.keys(body) } })
      return readOne(tx, orgId, id)
    }),

    delete: withRecord(
      anAutoresponder,
      async ({ tx, orgId, id, happening }) => {
        await tx.update(emailAutoresponders).set({ deletedAt: happening.now }).where(live(orgId, id))
        await keepEvent(tx, happening, { kind: 'delete' })
        return true
      },
      acknowledging(`${noun} deleted`),
    ),

    restore: withRecord(aDeletedOne, async ({ tx, orgId, id, record, happening }) => {
      if (!record.deletedAt || expiryOf('undo', record.deletedAt) <= happening.now) return undefined
      if (!(await heldPlugin(tx, orgId, record.pluginInstanceId))) {
        throw new Refusal(409, 'not_possible', 'Its email provider is no longer there.')
      }
      await tx
        .update(emailAutoresponders)
        .set({ deletedAt: null })
        .where(hasKey(emailAutoresponders, orgId, id))
      await keepEvent(tx, happening, { kind: 'restore' })
      return readOne(tx, orgId, id)
    }),

    pause: step('pause'),
    resume: step('resume'),

    preview: async ({ params: { autoresponderId: id }, caller }) => {
      const { responder, tried } = await inOwningOrganization(database, caller, id, noun, async (tx, orgId) => {
        const [found] = await respondersOf(tx, live(orgId, id))
        return found && { responder: found, tried: await triedOn(tx, found.autoresponder, config.publicUrl, now()) }
      })
      return { data: previewOf(templateOf(responder), tried) }
    },

    sendTest: withRecord(
      anAutoresponder,
      async ({ tx, orgId, id, caller, now: at }) => {
        const [found] = await respondersOf(tx, live(orgId, id))
        if (!found) return undefined
        const to = caller.user.email
        const tried = await triedOn(tx, found.autoresponder, config.publicUrl, at)
        await sendTried(tx, templateOf(found), tried, { to, now: at })
        return { to }
      },
      tellingTried(nudgeOutbox),
    ),
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
