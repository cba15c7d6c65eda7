import { expect, test } from 'vitest'
import type { App } from './app'
import { chooseLayout } from './chooseLayout'

test('DT-03 what was chosen last of a list is kept, whichever choice its code comes to first', async () => {
  const sent: object[] = []
  // Neither is asked for anything else.
  const app = {} as App
  const code = { preferencesOf: () => ({ send: (event: object) => void sent.push(event) }) as never }
  let come = () => {}
  const late = new Promise<void>((done) => {
    come = done
  })
  const before = chooseLayout(app, 'customers', { widths: { email: 270 } }, () => late.then(() => code))
  await chooseLayout(app, 'customers', { widths: { email: 290 } }, () => Promise.resolve(code))
  come()
  await before
  expect(sent).toEqual([{ type: 'preferences.choose', fields: { 'lists.customers': { widths: { email: 290 } } } }])
})
