import type { Locator, Page } from 'playwright'
import type { TrackingAssignInput } from '../../../../machines/fulfilments/trackingAssign.machine'
import type { TableRequest } from '../../../../machines/table/dataTable.machine'
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

/** Chooses an entry in the menu of a record's row. */
export async function chooseInRow(page: Page, id: string, entry: string): Promise<void> {
  await openMenu(rowOf(page, id).getByRole('button').last(), page)
  await page.getByRole('menuitem', { name: entry }).click()
}

/** What of a recording was there when it came to an event; a page that is only written down can't be asked. */
const before = ({ recording: { events }, event }: Driven) =>
  events.slice(
    0,
    events.findIndex((one) => one.event === event),
  )

/** Whether a flow of a machine was open then. */
export function wasOpen(driven: Driven, ...machines: string[]): boolean {
  const past = before(driven)
  return driven.recording.actors.some(
    ({ machine = '', session, before: first }) =>
      machines.includes(machine) && (past.findLast(({ actor }) => actor === session) ?? first)?.status === 'active',
  )
}

/** The state that an actor was in then; the one that got the event, unless another one is asked for. */
export const stateBefore = (driven: Driven, { session, before: first } = driven.actor): unknown =>
  before(driven).findLast(({ actor, state }) => actor === session && state !== undefined)?.state ?? first?.state

type Asked = { [Name in 'sort' | 'pageSize']?: TableRequest[Name] | undefined }

/** What a table asked for then, as far as a person can have changed it since it began. */
export function askedBefore(driven: Driven): Asked {
  const { actor } = driven
  const first = (actor.before?.context ?? actor.input) as { request?: TableRequest } | undefined
  let asked: Asked = first?.request ?? {}
  for (const { actor: of, event } of before(driven)) {
    if (of !== actor.session) continue
    const { request, pageSize = asked.pageSize, sort } = event as Asked & { request?: TableRequest }
    if (event.type === 'address.change') asked = { ...request }
    else if (event.type === 'page.change') asked = { sort: asked.sort, pageSize }
    else if (event.type === 'sort.change') asked = { sort, pageSize }
  }
  return asked
}

/** Whether a page is of a record, and no list that it is in. */
export function isOfRecord({ page, event }: Driven): boolean {
  const { pathname, searchParams } = new URL(page.url())
  const id = String(event['recordId'])
  return pathname.endsWith(`/${id}`) || [...searchParams.values()].includes(id)
}

/** What has a button of its own in the panel of a record, and no entry in its menu. */
const panelButtons: ReadonlySet<string> = new Set(['Edit', 'Adjust stock'])

/** Chooses what can be done with a record in its panel, where that lies over its row, or else in the row. */
export async function chooseOfRecord(driven: Driven, id: string, entry: string): Promise<void> {
  const { page } = driven
  if (!wasOpen(driven, 'productView', 'gatewayView')) return chooseInRow(page, id, entry)
  const inPanel = (name: string) => dialog(page).getByRole('button', { name, exact: true })
  if (panelButtons.has(entry)) return inPanel(entry).click()
  await openMenu(inPanel('Actions'), page)
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
