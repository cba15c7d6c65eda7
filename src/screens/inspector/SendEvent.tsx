import { useSelector } from '@xstate/react'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { inspector as inspectorRecipe } from '../../../styled-system/recipes/inspector'
import { errorMessage } from '../../../contract/client/errors'
import { eventByHand, takenEvents } from '../../../machines/qa/replay/byHand'
import type { LogActor, LogState } from '../../../machines/qa/replay/log'
import { pageOf } from '../../../machines/qa/replay/logView'
import { Button } from '../../components/base/Button'
import type { InspectorRef } from './startInspector'

interface SendEventProps {
  inspector: InspectorRef
  actor: LogActor
  now: LogState | undefined
}

const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '')

/** Sends an event of one's own to an actor of a page that is connected. */
export function SendEvent({ inspector, actor, now }: SendEventProps) {
  const page = useSelector(inspector, ({ context }) => pageOf(context.log, actor))
  const styles = inspectorRecipe()
  const [mistake, setMistake] = useState('')
  const fieldsId = useId()
  const types = useMemo(() => (now ? takenEvents(actor, now) : []), [actor, now])
  if (page?.state !== 'connected' || now?.status !== 'active') return null
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    try {
      const written = eventByHand(textOf(typed.get('type')), textOf(typed.get('fields')))
      inspector.send({ type: 'event.send', session: actor.session, event: written })
      setMistake('')
    } catch (error) {
      setMistake(errorMessage(error))
    }
  }
  return (
    <details className={styles.byHand}>
      <summary>Send an event</summary>
      {types.length === 0 ? (
        <p>It takes none where it is.</p>
      ) : (
        <form onSubmit={send}>
          <select className={styles.filter} name="type" aria-label="Event to send">
            {types.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
          <Button size="sm" variant="outline" type="submit">
            Send
          </Button>
          <textarea
            name="fields"
            aria-label="What it carries, as JSON"
            placeholder='{"fields": {"basePrice": "7"}}'
            aria-describedby={mistake ? fieldsId : undefined}
          />
          {mistake && (
            <p id={fieldsId} role="alert">
              {mistake}
            </p>
          )}
        </form>
      )}
    </details>
  )
}
