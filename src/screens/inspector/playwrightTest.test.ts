import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { transformWithOxc } from 'vite'
import { createActor } from 'xstate'
import { machines } from '../../../machines/qa/machines'
import { Tap } from '../../../machines/qa/record/tap'
import { authMachine } from '../../../machines/session/auth.machine'
import { parseRecording, type RecordedEvent, recordingOf } from '../../../machines/qa/record/recording'
import { sceneAt } from './scene'
import { isWrittenOut, playwrightTestOf } from './playwrightTest'

const testOf = (file: string) =>
  playwrightTestOf(file, parseRecording(readFileSync(`tests/flows/${file}`, 'utf8'), machines))

test('what a person did is told by roles, and where they were', async () => {
  const text = await testOf('campaignCreate.flow.json')
  expect(text).toContain("await page.getByRole('button', { name: 'New campaign' })")
  expect(text).toMatch(/await put\(page\.locator\('.*'\)\.last\(\)\.locator\('\[name="/)
  expect(text).toContain('"campaignCreate":')
})

test('LP-01 the demo is entered by its button, where the recording says that it was offered', async () => {
  const tap = new Tap()
  tap.addVisit('/')
  const demo = { email: 'dana@one.example', password: 'not for files', name: 'Dana', organizationName: 'One' }
  const input = { mode: 'signIn', email: demo.email, organizationName: '', token: undefined, inviteToken: undefined }
  const auth = createActor(authMachine, {
    id: 'auth',
    input: { ...input, mode: 'signIn' },
    inspect: tap.observe,
  }).start()
  auth.send({ type: 'field.change', fields: { password: demo.password } })
  auth.send({ type: 'form.submit' })
  const about = { app: '1', browser: 'vitest', savedAt: new Date(0), demo }
  const text = JSON.stringify(recordingOf(tap.recent(), about))
  expect(text).not.toContain(demo.password)
  const recording = parseRecording(text, machines)
  const { settings } = sceneAt('demo', recording, recording.lastEvent)
  expect(settings).toMatchObject({ demo: { email: 'dana@one.example', password: 'REDACTED', name: 'Dana' } })
  const copied = await playwrightTestOf('demo', recording)
  expect(copied).toContain('"demo":{"email":"dana@one.example"')
  expect(copied.match(/await page\..*click\(\)/g)).toEqual([
    "await page.getByRole('button', { name: 'Try the demo' }).click()",
  ])
  const { demo: _, ...older } = recording
  expect(sceneAt('older', parseRecording(JSON.stringify(older), machines), 1).settings).not.toHaveProperty('demo')
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
