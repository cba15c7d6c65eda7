import type { OrderRecord } from '../../../../contract/extensions/orders'
import type { FulfilmentPackInput } from '../../../../machines/fulfilments/fulfilmentPack.machine'
import type { FulfilmentStepInput } from '../../../../machines/fulfilments/fulfilmentStep.machine'
import type { TrackingAssignInput } from '../../../../machines/fulfilments/trackingAssign.machine'
import { chooseInRow, type Control, dialog, type Driven, openMenu, press, rowOf } from './control'

const steps: Readonly<Record<FulfilmentStepInput['step'], string>> = {
  ship: 'Mark shipped',
  deliver: 'Mark delivered',
  cancel: 'Cancel parcel',
  unassign: 'Take back number',
}

/** Chooses an entry in the menu of a parcel, in the list of all or on the page of its order. */
async function chooseOfFulfilment({ page, event }: Driven, id: string, entry: string): Promise<void> {
  const { order, isInList } = event['input'] as { order?: Pick<OrderRecord, 'fulfilments'>; isInList?: boolean }
  if (!order || isInList) return chooseInRow(page, id, entry)
  const place = order.fulfilments.findIndex((fulfilment) => fulfilment.id === id)
  const menus = page
    .getByRole('table', { name: 'Fulfilments' })
    .getByRole('button', { name: /^Actions for the parcel/ })
  await openMenu(menus.nth(Math.max(0, place)), page)
  await page.getByRole('menuitem', { name: entry }).click()
}

/** The field of the scanner mode that has the turn. */
function scanned({ recording, actor, at, page }: Driven) {
  const before = recording.events.findLast(
    (one) => one.actor === actor.session && one.at < at && one.state !== undefined,
  )
  return dialog(page).locator(before?.state === 'tracking' ? '[name=tracking]' : '[name=order]')
}

/** The controls of parcels. */
export const fulfilmentControls: Readonly<Record<string, Control>> = {
  'open.fulfilmentPack': async (driven) => {
    const { fulfilmentId } = driven.event['input'] as FulfilmentPackInput
    await (fulfilmentId === undefined
      ? press('Add fulfilment')(driven)
      : chooseOfFulfilment(driven, fulfilmentId, 'Split'))
  },
  'open.fulfilmentStep': async (driven) => {
    const { fulfilment, step } = driven.event['input'] as FulfilmentStepInput
    await chooseOfFulfilment(driven, fulfilment.id, steps[step])
  },
  'open.trackingAssign': async (driven) => {
    const { fulfilment, isInPlace } = driven.event['input'] as TrackingAssignInput
    if (isInPlace)
      return rowOf(driven.page, fulfilment.id)
        .getByTitle(/^Assign a tracking number/)
        .click()
    const entry = fulfilment.trackingNumber ? 'Change tracking number' : 'Assign tracking number'
    await chooseOfFulfilment(driven, fulfilment.id, entry)
  },
  'open.trackingScan': async ({ page }) => page.getByRole('button', { name: 'Scan', exact: true }).click(),
  'order.type': async ({ page, event }) => dialog(page).locator('[name=order]').fill(String(event['text'])),
  'tracking.type': async ({ page, event }) => dialog(page).locator('[name=tracking]').fill(String(event['text'])),
  'carrier.choose': async ({ page, event }) =>
    void (await dialog(page).locator('[name=carrier]').selectOption(String(event['carrier']))),
  'scan.enter': async (driven) => scanned(driven).press('Enter'),
  'scan.back': async ({ page }) => dialog(page).locator('[name=order]').focus(),
}
