import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { SavedReport } from '../../../contract/extensions/savedReports'
import { upon } from '../../../contract/versions'
import type { Api } from '../api'
import type { Read } from '../cache'
import { type ActorsOf, required } from '../flowActors'
import type { Rows } from './rows'
import { wholeList } from './wholeList'

/** The saved reports of an organization, by name (RP-01). */
export const readSavedReports = ({ extended }: Api, organizationId: string | undefined): Read<Rows<SavedReport>> =>
  wholeList<SavedReport>('savedReports', organizationId, async (asked) => {
    const { reads } = await extended('savedReports')
    return answer(await reads.savedReports.list.query(asked)).data
  })

type SavedReportActors = ActorsOf<'reportSave'> & ActorsOf<'reportRename'> & ActorsOf<'reportMail'>

export const savedReportActors = (api: Api): SavedReportActors => {
  const calls = async () => (await api.extended('savedReports')).client.savedReports
  return {
    createSavedReport: fromPromise(async ({ input: { organizationId, question, values } }) => {
      const { create } = await calls()
      const body = {
        organizationId: required(organizationId, 'Organization ID is required'),
        name: values.name.trim(),
        question,
      }
      await api.createOnce({ body }, (keyed) => create({ body, ...keyed }))
    }),
    saveSavedReport: fromPromise(async ({ input: { id, version, fields } }) => {
      const { update } = await calls()
      await update({ params: pathParams({ savedReportId: id }), ...upon(version), body: { name: fields.name.trim() } })
    }),
    mailSavedReport: fromPromise(async ({ input: { id, isMailed } }) => {
      const { mail } = await calls()
      await mail({ params: pathParams({ savedReportId: id }), body: { isMailed } })
    }),
  }
}
