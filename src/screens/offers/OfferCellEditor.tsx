import { useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import { offerEditForm, offerEditWarnings } from '../../../contract/forms/offers'
import type { FlowRef } from '../../../machines/flows'
import { NumberField } from '../../components/form/NumberField'
import { PlacedForm } from '../../components/form/PlacedForm'
import { takeFocus } from '../../components/form/placed'
import { useForm } from '../../components/form/useForm'
import { isTyped, saveInPlace } from './inPlace'
import { offerLabels } from './offerLabels'

/** A field of an offer in the cell of its list: Enter and leaving it save, Escape restores (CP-03). */
export function OfferCellEditor({ flow, standing }: { flow: FlowRef<'offerEdit'>; standing: ReactNode }) {
  const place = useSelector(flow, (state) => state.context.place) ?? 'basePrice'
  const { field } = useForm(flow, offerEditForm, offerEditWarnings)
  /** What is there is replaced by what is typed, and goes on where that began before the field was there. */
  const [begin] = useState(() => (input: HTMLInputElement | null) => {
    takeFocus(input)
    if (input && document.activeElement === input && !isTyped(flow, place)) input.select()
  })
  return (
    <PlacedForm
      isActive={() => flow.getSnapshot().matches('editing')}
      onSave={() => saveInPlace(flow, place)}
      onCancel={() => flow.send({ type: 'dialog.cancel' })}
      standing={standing}
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
