import { useSelector } from '@xstate/react'
import { type FocusEvent, type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { inPlace } from '../../../styled-system/recipes/in-place'
import { trackingForm } from '../../../contract/forms/fulfilments'
import { type Fulfilment, parcelName } from '../../../contract/fulfilments'
import type { FlowRef } from '../../../machines/flows'
import type { Flow } from '../../../machines/session/workspace.machine'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'
import { useWorkspace } from '../../wiring/context'
import { useMedia } from '../../wiring/useMedia'
import { whyNotAssigned } from './parcelEntries'
import { TrackingLink } from './TrackingLink'
import { isTypedInPlace } from './typedInPlace'

const flowOf = (flows: readonly Flow[], id: string): FlowRef<'trackingAssign'> | undefined =>
  flows.flatMap(({ name, ref, recordId }) =>
    name === 'trackingAssign' && recordId === id && ref.getSnapshot().context.isInPlace ? [ref] : [],
  )[0]

/** Rows are cards there, each with its menu alone. */
const cards = '(max-width: 639.98px)'

/** A parcel's number; where it has none, it is typed where it stands (FU-02). */
export function TrackingCell({ parcel }: { parcel: Fulfilment }) {
  const isCard = useMedia(cards)
  return isCard || parcel.trackingNumber || whyNotAssigned(parcel) !== undefined ? (
    <TrackingLink parcel={parcel} />
  ) : (
    <TrackingPlaced parcel={parcel} />
  )
}

/** Takes the focus back that the field had, unless it went elsewhere. */
function focusAgain(button: HTMLButtonElement | null) {
  if (document.activeElement === document.body) button?.focus()
}

function TrackingPlaced({ parcel }: { parcel: Fulfilment }) {
  const workspace = useWorkspace()
  const flow = useSelector(workspace, ({ context }) => flowOf(context.flows, parcel.id))
  const [edited, setEdited] = useState<typeof flow>()
  if (flow && flow !== edited) setEdited(flow)
  const assign = (
    <button
      type="button"
      ref={edited ? focusAgain : undefined}
      className={inPlace().value}
      title={`Assign a tracking number to the ${parcelName(parcel)}`}
      onClick={() => workspace.send({ type: 'open.trackingAssign', input: { parcel, isInPlace: true } })}
    >
      Assign
    </button>
  )
  return flow ? <TrackingFlow flow={flow}>{assign}</TrackingFlow> : assign
}

function TrackingFlow({ flow, children }: { flow: FlowRef<'trackingAssign'>; children: ReactNode }) {
  const isEdited = useSelector(flow, (state) => state.matches('editing') && isTypedInPlace(state))
  return isEdited ? <TrackingEditor flow={flow} /> : children
}

/** Takes the focus as the value had it that was pressed, and nobody's who is elsewhere by now. */
function begin(input: HTMLInputElement | null) {
  if (input && document.activeElement === document.body) input.focus()
}

/** The field in the cell: Enter and leaving it save, Escape restores. */
function TrackingEditor({ flow }: { flow: FlowRef<'trackingAssign'> }) {
  const { field } = useForm(flow, trackingForm)
  const isActive = () => flow.getSnapshot().matches('editing')
  const save = () => {
    if (!isActive()) return
    const { trackingNumber } = flow.getSnapshot().context.form.values
    flow.send({ type: trackingNumber.trim() === '' ? 'dialog.cancel' : 'dialog.submit' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const leave = ({ target }: FocusEvent) => {
    // Whoever looks at another window comes back to it.
    if (document.activeElement !== target) save()
  }
  const restore = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isActive()) return
    event.stopPropagation()
    flow.send({ type: 'dialog.cancel' })
  }
  return (
    <form className={inPlace().form} noValidate onSubmit={submit} onBlur={leave} onKeyDown={restore}>
      <TextField
        {...field('trackingNumber')}
        label="Tracking number"
        layout="unlabelled"
        inputProps={{ ref: begin, spellCheck: false }}
      />
    </form>
  )
}
