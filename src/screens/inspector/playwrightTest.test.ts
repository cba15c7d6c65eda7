import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { transformWithOxc } from 'vite'
import { machines } from '../../../machines/qa/machines'
import { parseRecording, type RecordedEvent } from '../../../machines/qa/record/recording'
import { isWrittenOut, playwrightTestOf } from './playwrightTest'

const testOf = (file: string) =>
  playwrightTestOf(file, parseRecording(readFileSync(`tests/flows/${file}`, 'utf8'), machines))

test('what a person did is told by roles, and where they were', async () => {
  const text = await testOf('campaignCreate.flow.json')
  expect(text).toContain("await page.getByRole('button', { name: 'New campaign' })")
  expect(text).toMatch(/await put\(page\.locator\('.*'\)\.last\(\)\.locator\('\[name="/)
  expect(text).toContain('"campaignCreate":')
})

test('a number that its field writes out as it is left is typed by nobody', () => {
  const told = (type: string, more: object, number: number, actor = 'x:1') =>
    ({ at: number, number, actor, event: { type, ...more } }) as RecordedEvent
  const change = (price: string, number: number) => told('field.change', { fields: { price } }, number)
  const left = (number: number) => told('field.blur', { field: 'price' }, number)
  const events = [
    change('7', 1),
    change('77', 2),
    told('dialog.submit', {}, 3),
    told('query.loaded', {}, 4, 'x:2'),
    change('77.00', 5),
    told('query.loaded', {}, 6, 'x:2'),
    left(7),
    change('78', 8),
    left(9),
  ]
  expect(events.filter((event) => isWrittenOut(events, event)).map(({ number }) => number)).toEqual([5])
})

test('of every kept recording a test is made that can be read', async () => {
  const unknown = new Set<string>()
  for (const file of readdirSync('tests/flows')) {
    const text = await testOf(file)
    await transformWithOxc(text, 'copied.spec.ts')
    for (const [, type = ''] of text.matchAll(/does not tell how (\S+) was/g)) unknown.add(type)
  }
  // What happened in another tab is in no recording of this one.
  for (const type of ['token.replaced', 'token.removed']) unknown.delete(type)
  expect([...unknown]).toEqual([])
}, 60_000)
