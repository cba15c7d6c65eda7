import { fromPromise } from 'xstate'
import type { Autoresponder } from '../../../contract/autoresponders'
import { answer, pathParams } from '../../../contract/client/client'
import type { Api } from '../api'
import type { Read } from '../cache'
import type { ActorsOf } from '../flowActors'
import type { Rows } from './rows'

export type AutoresponderRow = Autoresponder & { id: string }

/** The auto-responders of a campaign (EM-01). A backend need not give them ids; their place tells them apart. */
export const readAutoresponders = ({ reads }: Api, campaignId: string): Read<Rows<AutoresponderRow>> => ({
  key: ['autoresponders', 'rows', campaignId],
  fetch: async (signal) => {
    const { data } = answer(
      await reads.autoresponders.listEmail.query({ params: pathParams({ campaignId }), fetchOptions: { signal } }),
    )
    const rows = data.map((autoresponder, index) => ({ ...autoresponder, id: autoresponder.id ?? `${index}` }))
    return { rows, total: rows.length }
  },
})

export const autoresponderActors = ({
  client,
  createOnce,
}: Api): Pick<ActorsOf<'autoresponderCreate'>, 'createAutoresponder'> => ({
  createAutoresponder: fromPromise(async ({ input: { campaignId, values } }) => {
    const { autoresponderBody } = await import('./autoresponderBody')
    const body = {
      subject: values.subject.trim(),
      body: autoresponderBody(values.event),
      pluginInstanceId: values.pluginInstanceId,
      event: values.event,
      from: values.from.trim(),
    }
    const request = { params: pathParams({ campaignId }), body }
    await createOnce(request, (keyed) => client.autoresponders.createEmail({ ...request, ...keyed }))
  }),
})
