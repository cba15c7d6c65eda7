import { useSelector } from '@xstate/react'
import { type FormEvent, type KeyboardEvent, useId } from 'react'
import { callBar } from '../../../styled-system/recipes/call-bar'
import { type CallRecord, type Disposition, dispositions } from '../../../contract/extensions/calls'
import { callBackPresets, dispositionLabels, typedMoment } from '../../../contract/forms/calls'
import { typedOf, who } from '../../../machines/calls/openCalls'
import { ActionButton } from '../../components/actions/ActionButton'
import { ReasonedButton } from '../../components/actions/ReasonedButton'
import { useAction } from '../../components/actions/useAction'
import { Button } from '../../components/base/Button'
import { Heading } from '../../components/base/Heading'
import { Row } from '../../components/base/Row'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { TextAreaField } from '../../components/form/TextAreaField'
import { TextField } from '../../components/form/TextField'
import { opener } from '../../browser/dialogOpener'
import { focusSoon } from '../../browser/focusSoon'
import { OrderLink } from '../layout/OrderLink'
import { closeCall, resumeCall } from './actions'
import type { OngoingCallRef } from './useOngoingCall'

/**
 * When it is over, what was on the screen goes on, where it was left if that is known; a button that was disabled
 * meanwhile has lost the focus already.
 */
const giveFocusBack = (form: HTMLFormElement, left?: HTMLElement | null) => () => {
  const { activeElement } = document
  if (activeElement !== document.body && !form.contains(activeElement)) return
  const next = left?.isConnected ? left : document.getElementById('main')
  next?.focus()
}

/** Whoever has just ended the call here goes on with the keyboard. */
const takeFocus = (form: HTMLFormElement) => {
  const left = opener()
  form.focus()
  return giveFocusBack(form, left)
}

/** In the note every key is a letter. */
const isText = (target: EventTarget) => target instanceof HTMLTextAreaElement

/** How a call went: by one of nine keys, with a note, and with a time when it is to be returned (CA-02). */
export default function WrapUp({ call, flow }: { call: CallRecord; flow: OngoingCallRef }) {
  const values = useSelector(flow, ({ context }) => typedOf(context))
  const isBusy = useSelector(flow, (state) => state.hasTag('busy'))
  const endedHere = useSelector(flow, ({ context }) => context.known[call.id] !== undefined)
  const styles = callBar()
  const { label, reason, begin } = useAction(closeCall, { flow, values })
  const reasonId = useId()
  const canResume = useSelector(flow, (state) => state.can({ type: 'call.resume' }))
  const resume = useAction(resumeCall, flow)
  const chooseByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Escape' && canResume && resume.isOffered) return resume.begin()
    const isCtrl = event.ctrlKey || event.metaKey
    // Of the form itself only: on a button Enter presses that, and in the note it begins a line.
    if (event.key === 'Enter' && (isCtrl || event.target === event.currentTarget)) {
      // Nothing below the call hears of it.
      event.preventDefault()
      return begin()
    }
    if (isCtrl || event.altKey || isText(event.target)) return
    const preset = callBackPresets.find(({ key }) => key === event.key.toLowerCase())
    if (preset && values.disposition === 'call_back') {
      event.preventDefault()
      callBackAt(preset)
    }
    const disposition = dispositions[Number(event.key) - 1]
    // In the moment to call back at, digits are its own.
    if (!disposition || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    choose(disposition)
  }
  const choose = (disposition: Disposition) => {
    flow.send({ type: 'disposition.choose', disposition })
    if (disposition === 'call_back') focusSoon('callBackAt')
  }
  const callBackAt = ({ at }: (typeof callBackPresets)[number]) => change({ callBackAt: typedMoment(at(new Date())) })
  const close = (event: FormEvent) => {
    event.preventDefault()
    begin()
  }
  const change = (fields: Partial<typeof values>) => flow.send({ type: 'field.change', fields })
  return (
    <form
      className={styles.form}
      ref={endedHere ? takeFocus : giveFocusBack}
      tabIndex={-1}
      aria-label={`Wrap up the call with ${who(call)}`}
      onKeyDown={chooseByKey}
      onSubmit={close}
    >
      <Heading>How did the call with {who(call)} go?</Heading>
      {canResume && (
        <Row>
          <Text as="span">
            <span role="status">The call has ended.</span>
          </Text>
          <ActionButton action={resumeCall} row={flow} size="sm" aria-keyshortcuts="Escape">
            Undo <kbd aria-hidden="true">Esc</kbd>
          </ActionButton>
        </Row>
      )}
      {call.order && (
        <Text>
          Sold: <OrderLink order={call.order} />
        </Text>
      )}
      <div className={styles.choices} role="group" aria-label="How it went; press 1 to 9">
        {dispositions.map((disposition, index) => (
          <Button
            key={disposition}
            size="sm"
            variant={values.disposition === disposition ? 'solid' : 'outline'}
            aria-pressed={values.disposition === disposition}
            aria-keyshortcuts={String(index + 1)}
            disabled={isBusy}
            onClick={() => choose(disposition)}
          >
            <kbd>{index + 1}</kbd> {dispositionLabels[disposition]}
          </Button>
        ))}
      </div>
      <div className={styles.fields}>
        {values.disposition === 'call_back' && (
          <Stack gap="sm">
            <TextField
              name="callBackAt"
              label="Call back at"
              type="datetime-local"
              value={values.callBackAt}
              error={undefined}
              disabled={isBusy}
              onChange={(callBackAt) => change({ callBackAt })}
              onBlur={() => undefined}
            />
            <Row>
              {callBackPresets.map((preset) => (
                <Button
                  key={preset.key}
                  size="sm"
                  disabled={isBusy}
                  aria-keyshortcuts={preset.key}
                  onClick={() => callBackAt(preset)}
                >
                  <kbd>{preset.key.toUpperCase()}</kbd> {preset.label}
                </Button>
              ))}
            </Row>
          </Stack>
        )}
        <TextAreaField
          name="note"
          label="Note"
          rows={2}
          value={values.note}
          error={undefined}
          disabled={isBusy}
          onChange={(note) => change({ note })}
          onBlur={() => undefined}
        />
      </div>
      <div className={styles.actions}>
        {reason !== undefined && (
          <div id={reasonId}>
            <Text tone="muted">{reason}</Text>
          </div>
        )}
        <ReasonedButton
          type="submit"
          variant="solid"
          size="sm"
          busy={isBusy}
          reason={reason}
          reasonId={reasonId}
          aria-keyshortcuts="Enter"
        >
          {label}
        </ReasonedButton>
      </div>
    </form>
  )
}
