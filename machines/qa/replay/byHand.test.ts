import { expect, test } from 'vitest'
import { eventAsWritten, eventByHand, takenEvents } from './byHand'

test('what can be sent is what the machine takes where it is', () => {
  const definition = JSON.stringify({
    id: 'lamp',
    initial: 'off',
    on: { break: '.off' },
    states: { off: { on: { press: 'on' }, after: { 1000: 'on' } }, on: { on: { dim: {} } } },
  })
  expect(takenEvents({ definition }, { state: '"off"' })).toEqual(['break', 'press'])
  expect(takenEvents({ definition }, { state: '"on"' })).toEqual(['break', 'dim'])
  expect(takenEvents({ definition: undefined }, { state: '' })).toEqual([])
})

test('an event carries what is written, and a mistake in it has a sentence', () => {
  expect(eventByHand('press', ' ')).toEqual({ type: 'press' })
  expect(eventByHand('press', '{"fields": {"price": "7"}, "type": "other"}')).toEqual({
    type: 'press',
    fields: { price: '7' },
  })
  expect(() => eventByHand('press', '{price: 7}')).toThrow('is not JSON')
  expect(() => eventByHand('press', '[7]')).toThrow('has names')
})

test('an event that is written as a whole is one, or refused in a sentence', () => {
  expect(eventAsWritten('{"type": "go", "far": true}')).toEqual({ type: 'go', far: true })
  expect(() => eventAsWritten('go')).toThrow('is not JSON')
  for (const none of ['[]', '{}', '{"type": ""}', 'null']) expect(() => eventAsWritten(none)).toThrow('has a type')
})
