import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type AnyStateMachine, createActor, createMachine, fromCallback, fromPromise } from 'xstate'
import { authMachine } from '../../machines/session/auth.machine'
import { machines } from '../../machines/qa/machines'
import { parseRecording, type Recording, recordingOf } from '../../machines/qa/record/recording'
import { openFlow } from '../../machines/qa/replay/flow'
import { firstDivergence, changedMachines, replay } from '../../machines/qa/replay/replay'
import { recentEvents, Tap } from '../../machines/qa/record/tap'
import { inspectorMachine } from '../../machines/qa/tools/inspector.machine'
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
  const found = [...replay({ ...recording, events }, machines)].flatMap(({ divergences }) => divergences)
  expect(found).toMatchObject([
    { what: 'context', values: [{ path: 'form.values.basePrice', before: '"7"', after: '"8"' }] },
  ])
  expect(Object.keys(recording.definitions ?? {})).toEqual(Object.keys(recording.machines))
})

test('of an actor in a state that its machine no longer has, the first event says so, and the others go on', async () => {
  const recording = await recordEdit()
  const actors = recording.actors.map((actor) =>
    actor.machine === 'offerEdit' ? { ...actor, before: { state: 'gone', context: {}, status: 'active' } } : actor,
  )
  // As it was running already, it did not begin.
  const events = recording.events.filter(({ event }) => event.type === 'field.change')
  const [first] = events
  const cut = { ...recording, actors, events: events.slice(0, 1), firstEvent: first?.number ?? 0 }
  const outcome = outcomeOf({ ...cut, lastEvent: cut.firstEvent }, machines)
  expect(outcome.divergence).toMatchObject({
    what: 'outcome',
    replayed: "an error: State 'gone' does not exist on 'offerEdit'",
  })
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

test('npm run replay: a file that can not be read is told in its line and stops no other', async () => {
  const recording = await recordEdit()
  const of = mkdtempSync(join(folder, 'mixed-'))
  const add = (name: string, content: string) => {
    writeFileSync(join(of, name), content)
    return join(of, name)
  }
  const wrong = recording.events.map((event) => (event.state === 'updating' ? { ...event, state: 'saved' } : event))
  const text = JSON.stringify(recording)
  const paths = [
    add('a.flow.json', text),
    add('b.flow.json', text.slice(0, 300)),
    add('c.flow.json', JSON.stringify({ ...recording, events: wrong })),
    add('d.flow.json', text),
  ]
  const told = { status: 2, stderr: [expect.stringMatching(/b\.flow\.json .*was cut off before its end$/)] }
  for (const args of [['--test', of], paths]) {
    const { stdout, ...rest } = run('replay', ...args)
    expect(rest).toEqual(told)
    expect(stdout).toContain('d.flow.json')
    expect(stdout).toContain('recorded : "saved"')
    expect(stdout).toContain('2 passed, 2 failed')
  }
  // What is asked for wrongly is refused before anything is replayed.
  expect(run('replay', paths[0] ?? '', '--wrong')).toMatchObject({ status: 2, stdout: '' })
  expect(run('replay', '--browser', '--wrong', paths[0] ?? '')).toMatchObject({
    status: 2,
    stderr: [expect.stringContaining('there is no --wrong')],
  })
})

test('of contexts that differ the command line names each path with its values, and how many more there are', async () => {
  const recording = await recordEdit()
  const named = (values: object) => ({
    ...recording,
    events: recording.events.map((each) =>
      JSON.stringify(each.event).includes('"7"') ? { ...each, event: { ...each.event, fields: values } } : each,
    ),
  })
  const one = outcomeOf(named({ basePrice: '8' }), machines)
  expect(inWords(one, recording.machines)).toContain('\n  form.values.basePrice recorded "7", replayed "8"')
  expect(inWords(one, recording.machines)).not.toMatch(/recorded : |more$/)
  const many = Object.fromEntries(Array.from({ length: 14 }, (_, place) => [`field${place}`, 'x']))
  const text = inWords(outcomeOf(named({ basePrice: '7', ...many }), machines), recording.machines)
  expect(text).toContain('form.values.field0 recorded nothing, replayed "x"')
  expect(text.split('\n').filter((line) => line.includes(', replayed "x"'))).toHaveLength(12)
  expect(text).toMatch(/\n {2}and \d+ more$/)
})

test('where an event is missing, the inspector goes to what comes after it, and says so beside what it led to', async () => {
  const recording = await recordEdit()
  const gone = recording.events.find(({ event }) => JSON.stringify(event).includes('"7"'))
  const events = recording.events.filter((each) => each !== gone)
  const after = events.find(({ number }) => number > (gone?.number ?? 0))
  const shown = async (holed: Recording) => {
    const text = JSON.stringify(holed)
    const flow = await openFlow({ name: 'a', size: text.length, text: () => Promise.resolve(text) }, machines)
    const inspector = createActor(
      inspectorMachine.provide({
        actors: { receiveMessages: fromCallback(() => {}), openFile: fromPromise(() => Promise.resolve(flow)) },
      }),
      { input: { event: undefined } },
    ).start()
    inspector.send({ type: 'file.open', file: { name: 'a', size: 0, text: () => Promise.resolve('') } })
    await settled()
    const { log, position = 0 } = inspector.getSnapshot().context
    return { flow, log, message: log.entries[position]?.message }
  }
  const { flow, message } = await shown({ ...recording, events })
  expect(message).toBe(`${after?.number}.event`)
  expect(flow.divergences.slice(0, 2)).toMatchObject([
    { number: after?.number, what: 'events', recorded: `event ${gone?.number} is missing` },
    { number: after?.number, what: 'transitions' },
  ])
  const cut = await shown({ ...recording, events: recording.events.slice(0, -2) })
  expect(cut.log.entries).toHaveLength(recording.events.length - 2)
  expect(cut.message).toBe(`${recording.events.at(-3)?.number}.event`)
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
