import { trackingForm } from '../../../contract/forms/fulfilments'
import type { FlowRef } from '../../../machines/flows'
import { fieldsOf, visibleErrors } from '../../../machines/form'

type State = ReturnType<FlowRef<'trackingAssign'>['getSnapshot']>

/** Whether a number is typed where it stands, and what there is to say concerns no other field. */
export function isTypedInPlace(state: State): boolean {
  const { isInPlace, form } = state.context
  if (!isInPlace || state.hasTag('asking') || state.hasTag('deciding')) return false
  return fieldsOf(visibleErrors(trackingForm, form)).every((field) => field === 'trackingNumber')
}
