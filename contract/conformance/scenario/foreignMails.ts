import type { Row } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { Shop, World } from '../engine/world'
import { refuseForeign } from './intrusion'

/** Mails, and what sends them, are nobody else's. */
export async function refuseForeignMails(run: Run, { first, second }: World, shop: Shop, { id }: Row): Promise<void> {
  if (second === undefined) return
  const to = { params: { autoresponderId: id } }
  const plugin = { params: { pluginId: shop.provider?.id ?? '' } }
  const mail = shop.mail && { params: { mailId: shop.mail.id } }
  for (const [name, ask] of [
    ['autoresponders.update', { ...to, body: { subject: 'taken over' } }],
    ['autoresponders.pause', { ...to, body: {} }],
    ['autoresponders.resume', { ...to, body: {} }],
    ['autoresponders.preview', to],
    ['autoresponders.sendTest', { ...to, body: {} }],
    ['autoresponders.restore', { ...to, body: {} }],
    ['autoresponders.delete', to],
    ['plugins.update', { ...plugin, body: { name: 'taken over' } }],
    ['plugins.verify', { ...plugin, body: {} }],
    ['plugins.sendTest', { ...plugin, body: {} }],
    ['plugins.delete', plugin],
    ['mails.get', mail],
    ['mails.retry', mail && { ...mail, body: {} }],
    ['mails.drop', mail && { ...mail, body: {} }],
  ] as const) {
    if (ask === undefined) continue
    // What is not deleted can't be restored by its owner either.
    await attempt(run, 'access.foreignPath', () => refuseForeign(run, second, first, name, { ...ask, isValid: true }))
  }
  for (const name of ['plugins.list', 'mails.list', 'orderMails.list']) {
    const ask = { as: second.account, query: { organizationId: first.organizationId }, isValid: true }
    await run.refuse('access.foreignQuery', name, ask, [400, 401, 403, 404, 422])
  }
}
