import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { Api } from '../api'
import { upon } from '../../../contract/versions'
import { type ActorsOf, required, someFields } from '../flowActors'
import { sendInviteAgain } from './invites'

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
