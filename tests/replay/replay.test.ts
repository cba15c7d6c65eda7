import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type AnyStateMachine, createActor, createMachine, fromCallback } from 'xstate'
import { authMachine } from '../../machines/session/auth.machine'
import { machines } from '../../machines/qa/machines'
import { parseRecording, type Recording, recordingOf } from '../../machines/qa/record/recording'
import { firstDivergence, changedMachines, replay } from '../../machines/qa/replay/replay'
import { recentEvents, Tap } from '../../machines/qa/record/tap'
import { offerEditMachine } from '../../machines/offers/offerEdit.machine'
import { offer } from '../machines/models/records'
import { coverage, reachedBy } from './coverage'
import { describe as inWords, outcomeOf, readRecording, recordingsIn } from './files'
import { storedFolder } from './stored'

const about = { app: '1', browser: 'vitest', savedAt: new Date(0) }
const saved = (tap: Tap) => parseRecording(JSON.stringify(recordingOf(tap.recent(), about)), machines)
const settled = () => new Promise((resolve) => setTimeout(resolve))

/** An offer that is edited, refused once, and saved. */
async function recordEdit(): Promise<Recording> {
  const tap = new Tap()
  const workspace = createActor(
    fromCallback(() => {}),
    { id: 'workspace', inspect: tap.observe },
  ).start()
  const actor = createActor(offerEditMachine, {
    id: 'offerEdit.0',
    input: { offer, place: null },
    parent: workspace,
  }).start()
  actor.send({ type: 'field.change', fields: { basePrice: 'much' } })
  actor.send({ type: 'dialog.submit' })
  actor.send({ type: 'field.change', fields: { basePrice: '7' } })
  actor.send({ type: 'dialog.submit' })
  // The request has no real actor here, so it fails.
  await settled()
  actor.send({ type: 'dialog.cancel' })
  return saved(tap)
}

test('a recording replays to the same states', async () => {
  const recording = await recordEdit()
  expect(firstDivergence(recording, machines)).toBeUndefined()
  expect(changedMachines(recording, machines)).toEqual([])
  expect(recording.events.findLast(({ state }) => state !== undefined)).toMatchObject({
    state: 'cancelled',
    status: 'done',
  })
})

test('a machine that changed is named first, and then where the recording parts from it', async () => {
  const recording = await recordEdit()
  const { config } = offerEditMachine
  const states = config.states as Record<string, { on?: object; invoke?: object }>
  const changed = (editing: object): AnyStateMachine => {
    return createMachine(
      {
        ...config,
        states: {
          ...states,
          editing: { ...states['editing'], on: { ...states['editing']?.on, ...editing } },
        },
      } as never,
      offerEditMachine.implementations as never,
    )
  }
  const otherTarget = outcomeOf(recording, { ...machines, offerEdit: changed({ 'dialog.cancel': 'saved' }) })
  expect(otherTarget).toMatchObject({
    changed: ['offerEdit'],
    divergence: { what: 'transitions', event: { type: 'dialog.cancel' } },
  })
  expect(inWords(otherTarget, recording.machines).split('\n')[0]).toContain(
    'changed since it was recorded: the machine offerEdit',
  )
  const withoutGuard = outcomeOf(recording, { ...machines, offerEdit: changed({ 'dialog.submit': 'updating' }) })
  expect(withoutGuard.divergence).toMatchObject({
    what: 'transitions',
    event: { type: 'dialog.submit' },
    recorded: 'offerEdit.editing dialog.submit -> stays',
    replayed: 'offerEdit.editing dialog.submit -> offerEdit.updating',
  })
})

test('a replay shows the values that differ, one fault once, and what a machine was', async () => {
  const recording = await recordEdit()
  const events = recording.events.map((each) =>
    each.event.type === 'field.change' && JSON.stringify(each.event).includes('"7"')
      ? { ...each, event: { ...each.event, fields: { basePrice: '8' } } }
      : each,
  )
  const found = [...replay({ ...recording, events }, machines)].flatMap(({ divergence }) => divergence ?? [])
  expect(found).toMatchObject([
    { what: 'context', values: [{ path: 'form.values.basePrice', before: '"7"', after: '"8"' }] },
  ])
  expect(Object.keys(recording.definitions ?? {})).toEqual(Object.keys(recording.machines))
})

test('no more than the last events are kept, and what is kept replays from where it begins', () => {
  const tap = new Tap()
  const input = { mode: 'signIn', email: '', organizationName: '', token: undefined, inviteToken: undefined } as const
  const actor = createActor(authMachine, { id: 'auth', input, inspect: tap.observe }).start()
  for (let count = 0; count < 3 * recentEvents; count++) {
    actor.send({ type: 'field.change', fields: { email: `${count}@one.example` } })
  }
  const recording = saved(tap)
  expect(recording.events).toHaveLength(recentEvents)
  expect(recording.actors[0]?.before).toMatchObject({ state: { signIn: 'editing' } })
  expect(firstDivergence(recording, machines)).toBeUndefined()
})

const folder = mkdtempSync(join(tmpdir(), 'offerdesk-replay-'))
const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const run = (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', command, '--', ...args], { encoding: 'utf8' })
  return { status, stdout, stderr: stderr.split('\n').filter((line) => line && !line.startsWith('npm warn')) }
}

test('npm run replay: 0 for the same states, 1 for others, 2 and one line for what can not be read', async () => {
  const recording = await recordEdit()
  const good = file('good.flow.json', JSON.stringify(recording))
  expect(run('replay', good)).toMatchObject({ status: 0 })
  const wrong = recording.events.map((event) => (event.state === 'updating' ? { ...event, state: 'saved' } : event))
  const other = run('replay', good, file('other.flow.json', JSON.stringify({ ...recording, events: wrong })))
  expect(other.status).toBe(1)
  expect(other.stdout).toContain('recorded : "saved"\n  replayed : "updating"')
  const huge = file('huge.flow.json', '{}')
  truncateSync(huge, 100 * 1024 * 1024)
  for (const [path, message] of [
    [file('text.flow.json', 'hello'), 'is not JSON'],
    [file('cut.flow.json', JSON.stringify(recording).slice(0, 300)), 'was cut off before its end'],
    [file('version.flow.json', JSON.stringify({ ...recording, version: 9 })), 'is of format version 9'],
    [file('edited.flow.json', JSON.stringify({ ...recording, actors: [] })), 'of an actor that it does not name'],
    [huge, 'has 100 MB; a recording has at most 64 MB'],
    [join(folder, 'missing.flow.json'), 'does not exist'],
    [folder, 'is a folder'],
  ] as const) {
    expect(() => readRecording(path)).toThrow(message)
  }
  for (const [path, message] of [
    [huge, 'has 100 MB; a recording has at most 64 MB'],
    ['--wrong', 'there is no --wrong'],
  ] as const) {
    const { status, stderr } = run('replay', path)
    expect([path, status, stderr]).toEqual([path, 2, [expect.stringContaining(message)]])
  }
})

test('npm run replay -- --test: every recording in tests/flows replays', () => {
  const { status, stdout } = run('replay', '--test', 'tests/flows')
  expect(stdout).toContain('0 failed')
  expect(status).toBe(0)
  const count = readdirSync('tests/flows').filter((name) => name.endsWith('.flow.json')).length
  expect(stdout).toContain(`${count} passed, 0 failed`)
})

test('npm run coverage:flows writes the table and the statecharts', () => {
  const of = mkdtempSync(join(folder, 'recordings-'))
  const edits = readdirSync(storedFolder).filter((name) => name.startsWith('offerEdit'))
  for (const name of edits) copyFileSync(join(storedFolder, name), join(of, name))
  const out = join(folder, 'coverage')
  const { stdout } = run('coverage:flows', '--of', of, '--out', out, '--only', 'offerEdit')
  const reached = new Set(recordingsIn(of).flatMap((path) => [...reachedBy(readRecording(path))]))
  const offerEdit = coverage(reached).find(({ name }) => name === 'offerEdit')
  const counted = [offerEdit?.states, offerEdit?.steps].map(
    (part) => part && `${part.reached.size}/${part.reached.size + part.unreached.size}`,
  )
  expect(
    stdout
      .match(/^ *offerEdit +(.*)$/m)?.[1]
      ?.trim()
      .split(/ +/),
  ).toEqual(counted)
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('Statechart of offerEdit')
  expect(existsSync(join(out, 'offerEdit.svg'))).toBe(true)
  expect(run('coverage:flows', '--wrong').status).toBe(2)
  expect(run('flows', '--help').stdout).toContain('npm run flows')
})
