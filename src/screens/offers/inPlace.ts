import { fieldsOf, visibleErrors } from '../../../machines/form'
import { offerEditForm } from '../../../contract/forms/offers'
import type { FlowRef } from '../../../machines/flows'

type State = ReturnType<FlowRef<'offerEdit'>['getSnapshot']>

/** Whether a field of an offer is being changed where it stands, and what there is to say concerns no other field. */
export function isInPlace(state: State): boolean {
  const { place, form } = state.context
  if (place === null || state.hasTag('asking') || state.hasTag('deciding')) return false
  return fieldsOf(visibleErrors(offerEditForm, form)).every((field) => field === place)
}
