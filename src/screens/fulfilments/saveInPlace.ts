import type { FlowRef } from '../../../machines/flows'

/** Saves what was typed in its place; where nothing was, it is as it was. */
export function saveInPlace(flow: FlowRef<'trackingAssign'>): void {
  const { trackingNumber } = flow.getSnapshot().context.form.values
  flow.send({ type: trackingNumber.trim() === '' ? 'dialog.cancel' : 'dialog.submit' })
}
