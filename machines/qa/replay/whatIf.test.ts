import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { machines } from '../machines'
import { parseRecording } from '../record/recording'
import { guardsOf, whatIf } from './whatIf'

const read = (name: string) => parseRecording(readFileSync(`tests/flows/${name}.flow.json`, 'utf8'), machines)
const recording = read('goalsEdit')
const machineOf = new Map(recording.actors.map(({ session, machine }) => [session, machine]))
const eventOf = (type: string, state?: string) => {
  const found = recording.events.find(
    (each) =>
      machineOf.get(each.actor) === 'goalsEdit' &&
      each.event.type.startsWith(type) &&
      (state === undefined || each.state === state),
  )
  if (!found) throw new Error(`No ${type}`)
  return found
}
const saved = eventOf('xstate.done.actor.', 'saved')

test('the same event leads to the same states', () => {
  expect(whatIf(recording, machines, saved.number, { event: saved.event }).states).toEqual([])
})

test('another answer is followed to the end, through whoever hears of it', () => {
  const refused = {
    type: saved.event.type.replace('done', 'error'),
    error: { $error: { name: 'RequestError', message: 'No', endpoint: 'PUT', status: 400, body: {} } },
  }
  const { states, asked } = whatIf(recording, machines, saved.number, { event: refused })
  expect(asked).toContain('it got {"type":"xstate.error.actor.')
  expect(states).toContainEqual({
    number: saved.number,
    actor: 'goalsEdit.10',
    machine: 'goalsEdit',
    event: saved.event.type,
    recorded: 'saved, done',
    otherwise: 'editing',
  })
  // What it confirmed was then read again, which would not have been.
  expect(states).toContainEqual(expect.objectContaining({ machine: 'reread', otherwise: 'never begins' }))
})

test('whatever was opened later begins all the same, though whoever began it has counted otherwise', () => {
  const later = read('webhookEdit')
  const saved = later.events.find(({ event, state }) => event.type.startsWith('xstate.done.') && state === 'saved')
  if (!saved) throw new Error('Nothing was saved.')
  const type = saved.event.type.replace('done', 'error')
  const refused = { type, error: { $error: { name: 'RequestError', message: 'No', endpoint: 'PUT', status: 400 } } }
  const { states } = whatIf(later, machines, saved.number, { event: refused })
  const absent = states.filter(({ otherwise }) => otherwise === 'never begins')
  expect(new Set(absent.map(({ machine }) => machine))).toEqual(new Set(['reread', 'toast']))
  expect(states.filter(({ machine }) => machine === 'webhookSwitch' || machine === 'recordDelete')).toEqual([])
})

test('a guard that says something else is followed to the end', () => {
  const submitted = eventOf('dialog.submit', 'editing')
  const { states } = whatIf(recording, machines, submitted.number, { guard: 'isValid', isTrue: true })
  expect(states[0]).toMatchObject({ number: submitted.number, recorded: 'editing', otherwise: 'saving' })
  const request = recording.events.find(({ actor }) => machineOf.get(actor) === undefined)?.number ?? 0
  expect(() => whatIf(recording, machines, request, { event: { type: 'go' } })).toThrow(
    'Only what a machine takes can be otherwise.',
  )
})

test('the guards of a machine are known by its definition', () => {
  expect(guardsOf(JSON.stringify(machines['goalsEdit']?.config))).toContain('isValid')
  expect(guardsOf(undefined)).toEqual([])
})
