import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { MailPreview } from '../../../contract/extensions/autoresponders'
import { type Mail, type MailRecord, mailState } from '../../../contract/extensions/mails'
import type { OrderMail } from '../../../contract/extensions/orderMails'
import type { EmailProvider } from '../../../contract/extensions/plugins'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import type { Api } from '../api'
import type { Read } from '../cache'
import { upon } from '../../../contract/versions'
import { type ActorsOf, required, someFields } from '../flowActors'
import type { Rows } from './rows'
import { sendInviteAgain } from './invites'
import { wholeList } from './wholeList'
import { pageOf } from './pages'

/** A page of mails, the newest first (ML-03). */
export async function fetchMails(
  { extended }: Api,
  organizationId: string,
  request: TableRequest,
  signal: AbortSignal,
): Promise<Rows<Mail>> {
  const { reads } = await extended('mails')
  const state = mailState.safeParse(request.filters['state'])
  const query = {
    organizationId,
    ...pageOf(request),
    ...(state.success ? { state: state.data } : {}),
  }
  const { data, meta } = answer(await reads.mails.list.query({ query, fetchOptions: { signal } }))
  return { rows: data, total: meta.total }
}

/** How many of an order's mails are read: one has a handful. */
export const mostOrderMails = 100

/** The mails of an order, the newest first (OR-02). */
export const readOrderMails = (
  { extended }: Api,
  organizationId: string | undefined,
  orderId: string,
): Read<Rows<Mail>> => ({
  key: ['mails', 'rows', organizationId, 'order', orderId],
  fetch: async (signal) => {
    if (organizationId === undefined) return { rows: [], total: 0 }
    const { reads } = await extended('mails')
    const query = { organizationId, orderId, limit: mostOrderMails, page: 1 }
    const { data, meta } = answer(await reads.mails.list.query({ query, fetchOptions: { signal } }))
    return { rows: data, total: meta.total }
  },
})

/** A mail with what stands in it. */
export const readMail = ({ extended }: Api, mailId: string): Read<MailRecord> => ({
  key: ['mails', 'record', mailId],
  fetch: async (signal) => {
    const { reads } = await extended('mails')
    return answer(await reads.mails.get.query({ params: pathParams({ mailId }), fetchOptions: { signal } })).data
  },
})

/** What an auto-responder would write, under its own id. */
export const readPreview = ({ extended }: Api, id: string): Read<MailPreview & { id: string }> => ({
  key: ['autoresponders', 'preview', id],
  fetch: async (signal) => {
    const { reads } = await extended('autoresponders')
    const asked = { params: pathParams({ autoresponderId: id }), fetchOptions: { signal } }
    return { ...answer(await reads.autoresponders.preview.query(asked)).data, id }
  },
})

/** What one of the organization's own mails would be, under its own id. */
export const readOwnPreview = ({ extended }: Api, id: string): Read<MailPreview & { id: string }> => ({
  key: ['orderMails', 'preview', id],
  fetch: async (signal) => {
    const { reads } = await extended('orderMails')
    const asked = { params: pathParams({ orderMailId: id }), fetchOptions: { signal } }
    return { ...answer(await reads.orderMails.preview.query(asked)).data, id }
  },
})

/** The organization's own mails about orders, one for each event (ML-04). */
export const readOwnMails = ({ extended }: Api, organizationId: string | undefined): Read<Rows<OrderMail>> =>
  wholeList<OrderMail>('orderMails', organizationId, async (asked) => {
    const { reads } = await extended('orderMails')
    return answer(await reads.orderMails.list.query(asked)).data
  })

/** The email providers of an organization, the oldest first. */
export const readProviders = ({ extended }: Api, organizationId: string | undefined): Read<Rows<EmailProvider>> =>
  wholeList<EmailProvider>('plugins', organizationId, async (asked) => {
    const { reads } = await extended('plugins')
    return answer(await reads.plugins.list.query(asked)).data
  })

/** Gives up a mail that was held back (ML-03). */
export async function dropMail({ extended }: Api, id: string): Promise<void> {
  const { mails } = (await extended('mails')).client
  await mails.drop({ params: pathParams({ mailId: id }), body: {} })
}

type MailActors = ActorsOf<'mailStep'> &
  ActorsOf<'orderMailEdit'> &
  ActorsOf<'providerEdit'> &
  Pick<ActorsOf<'autoresponderEdit'>, 'saveAutoresponder'>

export const mailActors = (api: Api): MailActors => ({
  takeMailStep: fromPromise(async ({ input: { id, asked } }) => {
    if (asked.of === 'mails') {
      const { mails } = (await api.extended('mails')).client
      await mails.retry({ params: pathParams({ mailId: id }), body: {} })
      return 'The mail is sent once more'
    }
    if (asked.of === 'invites') return sendInviteAgain(api, id)
    if (asked.of === 'plugins') {
      const { plugins } = (await api.extended('plugins')).client
      const request = { params: pathParams({ pluginId: id }), body: {} }
      if (asked.step === 'sendTest') return answer(await plugins.sendTest(request)).message
      await plugins.verify(request)
      return 'The email provider answers'
    }
    if (asked.of === 'orderMails') {
      const { orderMails } = (await api.extended('orderMails')).client
      const request = { params: pathParams({ orderMailId: id }), body: {} }
      if (asked.step === 'sendTest') return answer(await orderMails.sendTest(request)).message
      await orderMails[asked.step](request)
      return { disable: 'Mail switched off', enable: 'Mail switched on', reset: 'The original is used again' }[
        asked.step
      ]
    }
    const { autoresponders } = (await api.extended('autoresponders')).client
    const request = { params: pathParams({ autoresponderId: id }), body: {} }
    if (asked.step === 'sendTest') return answer(await autoresponders.sendTest(request)).message
    if (asked.step === 'pause') {
      await autoresponders.pause(request)
      return 'Auto-responder paused'
    }
    await autoresponders.resume(request)
    return 'Auto-responder resumed'
  }),
  saveAutoresponder: fromPromise(async ({ input: { id, version, fields } }) => {
    const { autoresponders } = (await api.extended('autoresponders')).client
    const params = pathParams({ autoresponderId: id })
    await autoresponders.update({ params, ...upon(version), body: someFields(fields) })
  }),
  saveOrderMail: fromPromise(async ({ input: { id, version, fields } }) => {
    const { orderMails } = (await api.extended('orderMails')).client
    const params = pathParams({ orderMailId: id })
    await orderMails.update({ params, ...upon(version), body: someFields(fields) })
  }),
  saveProvider: fromPromise(async ({ input: { organizationId, provider, values } }) => {
    const { plugins } = (await api.extended('plugins')).client
    // With the form itself, whose code is loaded when it is opened.
    const { changedProviderFields, providerCreateRequest } = await import('../../../contract/forms/emailProviders')
    if (provider) {
      const params = pathParams({ pluginId: provider.id })
      const body = someFields(changedProviderFields(provider, values))
      await plugins.update({ params, ...upon(provider.version), body })
      return
    }
    const orgId = required(organizationId, 'Organization ID is required')
    const body = { organizationId: orgId, ...providerCreateRequest(values) }
    await api.createOnce({ body }, (keyed) => plugins.create({ body, ...keyed }))
  }),
})
