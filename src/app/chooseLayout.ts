import type { ListLayout } from '../../contract/rules/listLayout'
import type { App } from './app'
import { isKept, showLayout } from './listLayouts'

/** Arranges the columns of a list, on every device of the person. */
export async function chooseLayout(app: App, list: string, layout: ListLayout): Promise<void> {
  showLayout(list, layout)
  const { preferencesOf } = await import('./preferences')
  preferencesOf(app).send({ type: 'preferences.choose', fields: { [`lists.${list}`]: layout } })
  isKept(list, layout)
}
