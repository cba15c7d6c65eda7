import { useSelector } from '@xstate/react'
import { offerEditForm, offerEditWarnings } from '../../../contract/forms/offers'
import type { FlowRef } from '../../../machines/flows'
import { NumberField } from '../../components/form/NumberField'
import { PlacedForm } from '../../components/form/PlacedForm'
import { takeFocus } from '../../components/form/placed'
import { useForm } from '../../components/form/useForm'
import { offerLabels } from './offerLabels'

/** What is there is replaced by what is typed. */
function begin(input: HTMLInputElement | null) {
  takeFocus(input)
  if (input && document.activeElement === input) input.select()
}

/** A field of an offer in the cell of its list: Enter and leaving it save, Escape restores (CP-03). */
export function OfferCellEditor({ flow }: { flow: FlowRef<'offerEdit'> }) {
  const place = useSelector(flow, (state) => state.context.place) ?? 'basePrice'
  const { field } = useForm(flow, offerEditForm, offerEditWarnings)
  const save = () => {
    const { initial, values } = flow.getSnapshot().context.form
    flow.send({ type: values[place] === initial[place] ? 'dialog.cancel' : 'dialog.submit' })
  }
  return (
    <PlacedForm
      isActive={() => flow.getSnapshot().matches('editing')}
      onSave={save}
      onCancel={() => flow.send({ type: 'dialog.cancel' })}
    >
      <NumberField
        {...field(place)}
        kind={place === 'quantity' ? 'count' : 'amount'}
        label={offerLabels[place]}
        layout="unlabelled"
        inputRef={begin}
      />
    </PlacedForm>
  )
}
