import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import {
  deliveryState,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryRecord,
} from '../../../contract/extensions/webhooks'
import { upon } from '../../../contract/versions'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import type { Api } from '../api'
import type { Read } from '../cache'
import { type ActorsOf, required, someFields } from '../flowActors'
import type { Rows } from './rows'
import { wholeList } from './wholeList'

/** The webhooks of an organization, the oldest first (WH-01). */
export const readWebhooks = ({ extended }: Api, organizationId: string | undefined) =>
  wholeList<Webhook>('webhooks', organizationId, async (asked) => {
    const { reads } = await extended('webhooks')
    return answer(await reads.webhooks.list.query(asked)).data
  })

/** A page of the messages to a webhook, the newest first. */
export async function fetchDeliveries(
  { extended }: Api,
  webhookId: string,
  { pageIndex, pageSize, filters }: Pick<TableRequest, 'pageIndex' | 'pageSize' | 'filters'>,
  signal: AbortSignal,
): Promise<Rows<WebhookDelivery>> {
  const { reads } = await extended('webhooks')
  const state = deliveryState.safeParse(filters['state'])
  const query = { limit: pageSize, page: pageIndex + 1, ...(state.success ? { state: state.data } : {}) }
  const params = pathParams({ webhookId })
  const { data, meta } = answer(await reads.webhooks.deliveries.query({ params, query, fetchOptions: { signal } }))
  return { rows: data, total: meta.total }
}

/** A message with its tries. What becomes of it is told as a change of its webhook. */
export const readDelivery = ({ extended }: Api, deliveryId: string): Read<WebhookDeliveryRecord> => ({
  key: ['webhooks', 'message', deliveryId],
  fetch: async (signal) => {
    const { reads } = await extended('webhooks')
    const asked = { params: pathParams({ deliveryId }), fetchOptions: { signal } }
    return answer(await reads.webhooks.delivery.query(asked)).data
  },
})

type WebhookActors = ActorsOf<'webhookCreate'> &
  ActorsOf<'webhookEdit'> &
  ActorsOf<'webhookSwitch'> &
  ActorsOf<'webhookSecretRenew'> &
  ActorsOf<'webhookSend'>

export const webhookActors = (api: Api): WebhookActors => ({
  createWebhook: fromPromise(async ({ input: { organizationId, values } }) => {
    const { webhooks } = (await api.extended('webhooks')).client
    const { address, events } = values
    const body = {
      organizationId: required(organizationId, 'Organization ID is required'),
      address: address.trim(),
      events,
    }
    return answer(await api.createOnce({ body }, (keyed) => webhooks.create({ body, ...keyed }))).data
  }),
  saveWebhook: fromPromise(async ({ input: { id, version, fields } }) => {
    const { webhooks } = (await api.extended('webhooks')).client
    await webhooks.update({ params: pathParams({ webhookId: id }), ...upon(version), body: someFields(fields) })
  }),
  switchWebhook: fromPromise(async ({ input: { id, state } }) => {
    const { webhooks } = (await api.extended('webhooks')).client
    await webhooks.switch({ params: pathParams({ webhookId: id }), body: { state } })
  }),
  renewSecret: fromPromise(async ({ input: { id } }) => {
    const { webhooks } = (await api.extended('webhooks')).client
    return answer(await webhooks.rotateSecret({ params: pathParams({ webhookId: id }), body: {} })).data
  }),
  sendToWebhook: fromPromise(async ({ input: { of, id } }) => {
    const { webhooks } = (await api.extended('webhooks')).client
    if (of === 'webhook') {
      await webhooks.test({ params: pathParams({ webhookId: id }), body: {} })
      return 'A test is sent'
    }
    await webhooks.sendAgain({ params: pathParams({ deliveryId: id }), body: {} })
    return 'The message is sent again'
  }),
})
