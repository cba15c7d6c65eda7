import { describe, expect, test } from 'vitest'
import { machines } from '../../machines/qa/machines'
import { fingerprint } from '../../machines/qa/record/fingerprint'
import { kept } from '../../machines/qa/record/keep'
import type { Recording } from '../../machines/qa/record/recording'
import { TypedText } from '../../machines/qa/record/typedText'
import { firstDivergence, replay } from '../../machines/qa/replay/replay'
import { readRecording, recordingsIn } from './files'

const types = (type: string, rest: object) => ({ source: undefined, event: { type, ...rest } })

describe('what is typed in words', () => {
  test('has its length and its shape, and each word a stand-in of its own', () => {
    const typed = new TypedText([
      types('field.change', { fields: { note: 'Call Ann, not Bob, after 17:30' } }),
      types('field.change', { fields: { address: { city: 'Łódź' }, price: '12.50' } }),
      types('customer.search', { text: 'ann' }),
    ])
    expect(typed.hide({ note: 'Call Ann, not Bob, after 17:30 ', city: 'Łódź', price: '12.50' })).toEqual({
      note: 'Xxxx Xxx, xxy Xxz, xxxxx 00:01 ',
      city: 'Xxxy',
      price: '12.50',
    })
    // The same word, wherever it comes back.
    expect(typed.hide({ firstName: 'ANN', search: 'ann' })).toEqual({ firstName: 'XXX', search: 'xxx' })
    expect(typed.hide({ message: 'Call Ann, not Bob, after 17:30 was saved' })).toEqual({
      message: 'Xxxx Xxx, xxy Xxz, xxxxx 00:01 was saved',
    })
    expect(typed.hideAddress('/api/v1/customers?search=ann&page=2')).toBe('/api/v1/customers?search=xxx&page=2')
  })
  test('is hidden where it was typed only when its name is one of states and kinds, too', () => {
    const typed = new TypedText([types('field.change', { fields: { type: 'open', category: 'Spring' } })])
    const data = { type: 'open', status: 'open', name: 'Spring Launch', errors: { name: 'Give it a name' } }
    expect(typed.hide(data)).toEqual({ ...data, type: 'xxxx' })
  })
  test('leaves what the app fills in, what a person did not type, and what is hidden already', () => {
    const typed = new TypedText([
      types('field.change', { fields: { body: 'Hello {{customer_first_name}}, REDACTED' } }),
      { source: 'x:1', event: { type: 'field.change', fields: { name: 'Garden' } } as { type: string } },
    ])
    expect(typed.hide({ body: 'Hello {{customer_first_name}}, REDACTED', name: 'Garden' })).toEqual({
      body: 'Xxxxx {{customer_first_name}}, REDACTED',
      name: 'Garden',
    })
  })
})

/** The recording as it would be with the shape of what was typed. */
function shaped(recording: Recording): Recording {
  const typed = new TypedText(recording.events)
  const events = [...replay(recording, machines)].map(({ recorded, snapshot }) => ({
    ...recorded,
    event: typed.hideEvent(recorded.event),
    context: recorded.context && fingerprint(typed.hide(kept(snapshot?.context))),
  }))
  const actors = recording.actors.map((actor) => ({
    ...actor,
    input: typed.hide(actor.input),
    before: typed.hide(actor.before),
  }))
  return { ...recording, actors, events }
}

test('a recording without the words that were typed replays to the same states', () => {
  const folder = process.env['FLOWS'] ?? 'tests/flows'
  const partings = recordingsIn(folder).flatMap((path) => {
    const recording = readRecording(path)
    const divergence = firstDivergence(shaped(recording), machines)
    return divergence ? [{ path, divergence }] : []
  })
  expect(partings).toEqual([])
})
