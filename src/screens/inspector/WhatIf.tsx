import { useSelector } from '@xstate/react'
import { type FormEvent, useId, useState } from 'react'
import { inspector as inspectorRecipe } from '../../../styled-system/recipes/inspector'
import { errorMessage } from '../../../contract/client/errors'
import { eventAsWritten } from '../../../machines/qa/replay/byHand'
import type { LogActor, LogEntry } from '../../../machines/qa/replay/log'
import { isHousekeeper, numberOf, placeOf } from '../../../machines/qa/replay/logView'
import { guardsOf, type OtherState, type Otherwise } from '../../../machines/qa/replay/whatIf'
import { Alert } from '../../components/base/Alert'
import { Button } from '../../components/base/Button'
import type { InspectorRef } from './startInspector'

/** The events that may have come in the place of one. */
function instead({ type, event }: LogEntry): { label: string; event: string }[] {
  const same = { label: 'It got another event', event: JSON.stringify(JSON.parse(event), null, 2) }
  if (!type.startsWith('xstate.done.actor.')) return [same]
  const actorId = type.slice('xstate.done.actor.'.length)
  const failed = (message: string, answered: object) =>
    JSON.stringify(
      {
        type: `xstate.error.actor.${actorId}`,
        actorId,
        error: { $error: { name: 'RequestError', message, endpoint: '', ...answered } },
      },
      null,
      2,
    )
  return [
    { ...same, label: 'It was another answer' },
    { label: 'The server refused it', event: failed('Refused', { status: 409, body: {} }) },
    { label: 'No answer came', event: failed('The server did not answer', {}) },
  ]
}

/** Asks what would have become of everything if an event, or what a guard said of it, had been another one. */
export function WhatIfForm({ inspector, actor, entry }: { inspector: InspectorRef; actor: LogActor; entry: LogEntry }) {
  const isFolding = useSelector(inspector, (state) => state.matches({ source: 'folding' }))
  const styles = inspectorRecipe()
  const [events] = useState(() => instead(entry))
  const [choice, setChoice] = useState('0')
  const [text, setText] = useState(events[0]?.event ?? '')
  const [mistake, setMistake] = useState('')
  const mistakeId = useId()
  const [kind = '', guard = ''] = choice.split(' ')
  const choose = (next: string) => {
    setChoice(next)
    setText(events[Number(next)]?.event ?? text)
    setMistake('')
  }
  const fold = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    try {
      const otherwise: Otherwise = guard === '' ? { event: eventAsWritten(text) } : { guard, isTrue: kind === 'yes' }
      inspector.send({ type: 'otherwise.ask', number: numberOf(entry), otherwise })
      setMistake('')
    } catch (error) {
      setMistake(errorMessage(error))
    }
  }
  return (
    <details className={styles.byHand}>
      <summary>What if</summary>
      <form onSubmit={fold}>
        <select
          className={styles.filter}
          aria-label="What is otherwise"
          value={choice}
          onChange={({ target }) => choose(target.value)}
        >
          <optgroup label="The event">
            {events.map(({ label }, place) => (
              <option key={label} value={place}>
                {label}
              </option>
            ))}
          </optgroup>
          <optgroup label="A guard, from here on">
            {guardsOf(actor.definition).flatMap((name) =>
              ['yes', 'no'].map((said) => (
                <option key={`${said} ${name}`} value={`${said} ${name}`}>
                  {name} said {said}
                </option>
              )),
            )}
          </optgroup>
        </select>
        <Button size="sm" variant="outline" type="submit" busy={isFolding}>
          Fold on
        </Button>
        {guard === '' && (
          <textarea
            aria-label="The event, as JSON"
            value={text}
            aria-describedby={mistake ? mistakeId : undefined}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        {mistake && (
          <p id={mistakeId} role="alert">
            {mistake}
          </p>
        )}
      </form>
    </details>
  )
}

const statesText = ({ recorded, otherwise }: OtherState) =>
  recorded === otherwise ? `as recorded again, ${recorded}` : `recorded ${recorded}; otherwise ${otherwise}`

/** The states that would have been others, beside the recorded ones. */
export function WhatIfStates({ inspector }: { inspector: InspectorRef }) {
  const { whatIf, log, hasHousekeeping } = useSelector(inspector, (state) => state.context)
  const styles = inspectorRecipe()
  if (!whatIf) return null
  const { number, asked } = whatIf
  const states = whatIf.states.filter(({ actor }) => hasHousekeeping || !isHousekeeper(actor))
  const go = (of: number) => {
    const index = placeOf(log, of)
    if (index !== undefined) inspector.send({ type: 'entry.select', index })
  }
  return (
    <Alert tone="amber">
      If at event {number} {asked.length > longest ? `${asked.slice(0, longest)}…` : asked},{' '}
      {states.length === 0 ? 'every state would be as recorded.' : 'these states would be others:'}{' '}
      <Button size="sm" variant="link" onClick={() => inspector.send({ type: 'otherwise.forget' })}>
        Dismiss
      </Button>
      {states.length > 0 && (
        <ul className={styles.partings} aria-label="States that would be others">
          {states.slice(0, most).map((state, place) => (
            // Two may be of one event and actor.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={place}>
              <Button size="sm" variant="link" onClick={() => go(state.number)}>
                Event {state.number}, {state.actor}
              </Button>
              : {statesText(state)}
            </li>
          ))}
          {states.length > most && <li>{states.length - most} more</li>}
        </ul>
      )}
    </Alert>
  )
}

/** Characters of what was asked, and states, that are shown at most. */
const longest = 120
const most = 100
