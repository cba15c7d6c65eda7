import { answer, pathParams } from '../../../contract/client/client'
import type { MailPreview } from '../../../contract/extensions/autoresponders'
import { type Mail, type MailRecord, mailState } from '../../../contract/extensions/mails'
import type { OrderMail } from '../../../contract/extensions/orderMails'
import type { EmailProvider } from '../../../contract/extensions/plugins'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import type { Api } from '../api'
import type { Read } from '../cache'
import type { Rows } from './rows'
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
