import type { Locator, Page } from 'playwright'
import type { TrackingAssignInput } from '../../../../machines/fulfilments/trackingAssign.machine'
import type { OfferEditInput } from '../../../../machines/offers/offerEdit.machine'
import type { RecordedActor, RecordedEvent, Recording } from '../../../../machines/qa/record/recording'

/** An event, and the actor that got it. */
export interface Driven {
  event: RecordedEvent['event'] & Record<string, unknown>
  actor: RecordedActor
  page: Page
  /** The organizations that the recording knows, by id. */
  organizationName: (id: string) => string
  recording: Recording
  /** When, in milliseconds since the page of the recording began to load. */
  at: number
}

/** What a person does so that the app sends an event. */
export type Control = (driven: Driven) => Promise<void>

/** The dialog on top; one that is closing is no longer it. */
export const dialog = (page: Page) => page.locator(':is([role=dialog], [role=alertdialog])[data-state=open]').last()
export const press =
  (name: string | RegExp): Control =>
  async ({ page }) =>
    page.getByRole('button', { name }).first().click()

export const rowOf = (page: Page, id: string) => page.locator(`tr[data-record="${id}"]`)

/** The field that is changed where it stands in a list, until something is to be decided about it in a dialog. */
export function placeOf({ actor, page }: Driven): Locator | undefined {
  const { offer, place, fulfilment, isInPlace } = (actor.input ?? {}) as Partial<OfferEditInput & TrackingAssignInput>
  if (fulfilment && isInPlace) return rowOf(page, fulfilment.id).locator('form')
  return offer && place ? rowOf(page, offer.id).locator('form', { has: page.locator(`[name=${place}]`) }) : undefined
}

/** Where the fields of a machine's form are; all but those of a page are in a dialog, which may still be opening. */
export function formOf(driven: Driven): Locator {
  const { actor, page } = driven
  const placed = placeOf(driven)
  if (placed) return placed
  if (actor.machine === 'auth') return page.locator('main form, [role=dialog] form').last()
  if (actor.machine === 'orderNew') return page.locator('main')
  return actor.machine === 'ongoingCall' ? page.getByRole('form', { name: /^Wrap up/ }) : dialog(page)
}

export async function openMenu(trigger: Locator, page: Page) {
  if (!(await page.getByRole('menu').isVisible())) await trigger.click()
}

/** Chooses an entry in the menu of a record's row, or of its panel where that lies over the row. */
export async function chooseInRow(page: Page, id: string, entry: string): Promise<void> {
  const inPanel = (name: string) => dialog(page).getByRole('button', { name, exact: true })
  if (await inPanel('Actions').isVisible()) {
    const button = inPanel(entry)
    if (await button.isVisible()) return button.click()
    await openMenu(inPanel('Actions'), page)
  } else await openMenu(rowOf(page, id).getByRole('button').last(), page)
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Chooses an action of the order whose page it is. */
export const orderAction =
  (name: string): Control =>
  async ({ page }) => {
    await openMenu(page.getByRole('main').getByRole('button', { name: 'Actions', exact: true }), page)
    // Why another one can't be done may name it, too.
    await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
  }

/** Milliseconds in which one tab of a dialog is left and the next one opens. */
const leaving = 200

/** Whether a flow is opened by having left a tab for it. */
export const isOpenedByTab = ({ recording, at }: Driven): boolean =>
  recording.events.some(({ event, at: when }) => event.type === 'tab.leave' && when <= at && at - when < leaving)
