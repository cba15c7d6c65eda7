import type { ListLayout } from '../../contract/rules/listLayout'
import type { App } from './app'

/** Arranges the columns of a list, on every device of the person. */
export async function chooseLayout(app: App, list: string, layout: ListLayout): Promise<void> {
  const { preferencesOf } = await import('./preferences')
  preferencesOf(app).send({ type: 'preferences.choose', fields: { [`lists.${list}`]: layout } })
}
