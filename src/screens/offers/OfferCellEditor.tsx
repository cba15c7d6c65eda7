import { useSelector } from '@xstate/react'
import type { FocusEvent, FormEvent, KeyboardEvent } from 'react'
import { inPlace } from '../../../styled-system/recipes/in-place'
import { offerEditForm, offerEditWarnings } from '../../../contract/forms/offers'
import type { FlowRef } from '../../../machines/flows'
import { NumberField } from '../../components/form/NumberField'
import { useForm } from '../../components/form/useForm'
import { offerLabels } from './offerLabels'

/** Takes the focus as the value had it that was pressed, and nobody's who is elsewhere by now. */
function begin(input: HTMLInputElement | null) {
  if (!input || document.activeElement !== document.body) return
  input.focus()
  input.select()
}

/** A field of an offer in the cell of its list: Enter and leaving it save, Escape restores (CP-03). */
export function OfferCellEditor({ flow }: { flow: FlowRef<'offerEdit'> }) {
  const place = useSelector(flow, (state) => state.context.place) ?? 'basePrice'
  const { field } = useForm(flow, offerEditForm, offerEditWarnings)
  const isActive = () => flow.getSnapshot().matches('editing')
  const save = () => {
    const { initial, values } = flow.getSnapshot().context.form
    if (isActive()) flow.send({ type: values[place] === initial[place] ? 'dialog.cancel' : 'dialog.submit' })
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
      <NumberField
        {...field(place)}
        kind={place === 'quantity' ? 'count' : 'amount'}
        label={offerLabels[place]}
        layout="unlabelled"
        inputRef={begin}
      />
    </form>
  )
}
