import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { transformWithOxc } from 'vite'
import { machines } from '../../../machines/qa/machines'
import { parseRecording } from '../../../machines/qa/record/recording'
import { playwrightTestOf } from './playwrightTest'

const testOf = (file: string) =>
  playwrightTestOf(file, parseRecording(readFileSync(`tests/flows/${file}`, 'utf8'), machines))

test('what a person did is told by roles, and where they were', async () => {
  const text = await testOf('campaignCreate.flow.json')
  expect(text).toContain("await page.getByRole('button', { name: 'New campaign' })")
  expect(text).toMatch(/await put\(page\.locator\('.*'\)\.last\(\)\.locator\('\[name="/)
  expect(text).toContain('"campaignCreate":')
})

test('of every kept recording a test is made that can be read', async () => {
  const unknown = new Set<string>()
  for (const file of readdirSync('tests/flows')) {
    const text = await testOf(file)
    await transformWithOxc(text, 'copied.spec.ts')
    for (const [, type = ''] of text.matchAll(/does not tell how (\S+) was/g)) unknown.add(type)
  }
  // What happened in another tab is in no recording of this one.
  unknown.delete('token.replaced')
  expect([...unknown]).toEqual([])
}, 60_000)
