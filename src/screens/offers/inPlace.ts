import { fieldsOf, visibleErrors } from '../../../machines/form'
import { offerEditForm } from '../../../contract/forms/offers'
import type { FlowRef } from '../../../machines/flows'
import type { OfferPlace } from '../../../machines/offers/offerEdit.machine'

/** Whether something else than what stands there was typed in its place. */
export function isTyped(flow: FlowRef<'offerEdit'>, place: OfferPlace): boolean {
  const { initial, values } = flow.getSnapshot().context.form
  return values[place] !== initial[place]
}

/** Saves what was typed in its place; where nothing was, it is as it was. */
export const saveInPlace = (flow: FlowRef<'offerEdit'>, place: OfferPlace): void =>
  flow.send({ type: isTyped(flow, place) ? 'dialog.submit' : 'dialog.cancel' })

type State = ReturnType<FlowRef<'offerEdit'>['getSnapshot']>

/** Whether a field of an offer is being changed where it stands, and what there is to say concerns no other field. */
export function isInPlace(state: State): boolean {
  const { place, form } = state.context
  if (place === null || state.hasTag('asking') || state.hasTag('deciding')) return false
  return fieldsOf(visibleErrors(offerEditForm, form)).every((field) => field === place)
}
