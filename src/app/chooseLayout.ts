import type { ListLayout } from '../../contract/rules/listLayout'
import type { App } from './app'
import { isComing, isKept, showLayout } from './listLayouts'
import type * as preferences from './preferences'

const fetchPreferences = (): Promise<Pick<typeof preferences, 'preferencesOf'>> => import('./preferences')

/** Arranges the columns of a list, on every device of the person; `fetchCode` has what keeps that. */
export async function chooseLayout(
  app: App,
  list: string,
  layout: ListLayout,
  fetchCode = fetchPreferences,
): Promise<void> {
  showLayout(list, layout)
  const { preferencesOf } = await fetchCode()
  // Code that is asked for several times may come to the last who asked before it comes to the first.
  if (!isComing(list, layout)) return
  preferencesOf(app).send({ type: 'preferences.choose', fields: { [`lists.${list}`]: layout } })
  isKept(list)
}
