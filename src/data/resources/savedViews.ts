import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { SavedView } from '../../../contract/extensions/savedViews'
import { upon } from '../../../contract/versions'
import type { Api } from '../api'
import type { Read } from '../cache'
import { type ActorsOf, required } from '../flowActors'
import type { Rows } from './rows'
import { wholeList } from './wholeList'

/** The views that a person has of the lists of an organization, and those that are shared there, by name (WF-02). */
export const readSavedViews = ({ extended }: Api, organizationId: string | undefined): Read<Rows<SavedView>> =>
  wholeList<SavedView>('savedViews', organizationId, async (asked) => {
    const { reads } = await extended('savedViews')
    return answer(await reads.savedViews.list.query(asked)).data
  })

type SavedViewActors = ActorsOf<'viewSave'> & ActorsOf<'viewRename'> & ActorsOf<'viewChange'> & ActorsOf<'viewShare'>

export const savedViewActors = (api: Api): SavedViewActors => {
  const calls = async () => (await api.extended('savedViews')).client.savedViews
  const of = (savedViewId: string) => ({ params: pathParams({ savedViewId }) })
  return {
    createSavedView: fromPromise(async ({ input: { organizationId, list, address, href, values } }) => {
      const { create } = await calls()
      const body = {
        organizationId: required(organizationId, 'Organization ID is required'),
        list,
        name: values.name.trim(),
        address,
      }
      const made = await api.createOnce({ body }, (keyed) => create({ body, ...keyed }))
      const view = answer(made).data
      // Its list knows it at once, by its name.
      api.queryClient.setQueryData<Rows<SavedView>>(
        readSavedViews(api, organizationId).key,
        (before) => before && { rows: [...before.rows, view], total: before.total + 1 },
      )
      const parameter = `view=${encodeURIComponent(view.id)}`
      return { href: `${href}${href.includes('?') ? '&' : '?'}${parameter}` }
    }),
    renameSavedView: fromPromise(async ({ input: { id, version, fields } }) => {
      const { update } = await calls()
      await update({ ...of(id), ...upon(version), body: { name: fields.name.trim() } })
    }),
    shareSavedView: fromPromise(async ({ input: { id, version, isShared } }) => {
      const { share } = await calls()
      await share({ ...of(id), ...upon(version), body: { isShared } })
    }),
    changeSavedView: fromPromise(async ({ input: { id, version, change } }) => {
      const { update, setDefault } = await calls()
      if ('isDefault' in change) await setDefault({ ...of(id), body: change })
      else await update({ ...of(id), ...upon(version), body: change })
    }),
  }
}
