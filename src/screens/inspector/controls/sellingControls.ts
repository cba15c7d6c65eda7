import type { Campaign } from '../../../../contract/campaigns'
import { disposition } from '../../../../contract/extensions/calls'
import type { CustomerAlike } from '../../../../contract/extensions/customers'
import type { ImportResource } from '../../../../contract/extensions/sheetImports'
import { dispositionLabels } from '../../../../contract/forms/calls'
import type { Product } from '../../../../contract/products'
import type { BulkChangeInput } from '../../../../machines/bulkJobs/bulkChange.machine'
import type { BulkStepInput } from '../../../../machines/bulkJobs/bulkStep.machine'
import type { CallStartInput } from '../../../../machines/calls/callStart.machine'
import type { InviteLinkInput } from '../../../../machines/invites/inviteLink.machine'
import type { Sheet, SheetImportInput } from '../../../../machines/sheetImports/sheetImportSetup'
import type { ProductStep } from '../../../../machines/products/productStep.machine'
import { campaignStateOf } from '../../../../machines/lives/campaignLife'
import {
  chooseInRow,
  chooseOfRecord,
  type Control,
  dialog,
  type Driven,
  formOf,
  isOfRecord,
  isOpenedByTab,
  openMenu,
  orderAction,
  press,
  rowOf,
  wasOpen,
} from './control'

const steps: Record<ProductStep, string> = { archive: 'Archive', restore: 'Restore', duplicate: 'Duplicate' }

/** The file that was chosen. A recording has what was read from it, and not the file itself. */
function fileOf({ recording: { events, exchanges }, actor, event, at }: Driven) {
  const read = events.find(
    (one) => one.actor === actor.session && one.at >= at && one.event.type.startsWith('xstate.done.'),
  )
  const sheet = read?.event['output'] as Sheet | undefined
  const sent = exchanges.find(({ method, path, at: when }) => method === 'PUT' && path.endsWith('/lines') && when >= at)
  const { lines = [] } = (sent?.body ?? {}) as { lines?: { cells: Record<string, string> }[] }
  const columns = sheet?.columns ?? []
  const rows = lines.map(({ cells }) => columns.map(({ field }) => cells[field ?? ''] ?? ''))
  const text = [columns.map(({ title }) => title), ...rows].map((row) => row.join('\t')).join('\n')
  return { name: String(event['name']), mimeType: 'text/csv', buffer: Buffer.from(text) }
}

const chooseSheet: Control = async (driven) => {
  const { page, event } = driven
  if (event['name'] === 'Pasted lines') await press('Check pasted lines')(driven)
  else await dialog(page).locator('input[type=file]').setInputFiles(fileOf(driven))
}

const sheetOpeners: Record<ImportResource, string | RegExp> = {
  products: /^Import$/,
  offers: 'Paste offers',
  fulfilments: 'Paste tracking',
  customers: /^Import$/,
  orders: /^Import$/,
}

const verdicts: Record<string, RegExp> = {
  create: /^New:/,
  update: /^Changed:/,
  same: /^As it is:/,
  refused: /^Left out:/,
}

/** Chooses what an event carries in a list of options. */
const chooseFound =
  (carried: 'customer' | 'offer', name: string): Control =>
  async ({ event, page }) => {
    const { id } = event[carried] as { id: string }
    const option = page.locator(`[role=option][data-value="${id}"]`)
    if (!(await option.isVisible())) await page.getByRole('combobox', { name }).click()
    await option.click()
  }

/** The controls of products, campaigns, orders and calls. */
export const sellingControls: Readonly<Record<string, Control>> = {
  'open.campaignCreate': async (driven) => {
    const { source } = driven.event['input'] as { source: Campaign | null }
    await (source ? chooseInRow(driven.page, source.id, 'Duplicate') : press('New campaign')(driven))
  },
  'open.campaignScript': async (driven) => {
    if (isOpenedByTab(driven)) return
    if (!wasOpen(driven, 'campaignEdit')) await press('Update Campaign')(driven)
    await dialog(driven.page).getByRole('tab', { name: 'Script' }).click()
  },
  'tab.leave': async ({ actor, page }) => {
    const name = actor.machine === 'campaignScript' ? 'Details' : 'Script'
    await dialog(page).getByRole('tab', { name }).click()
  },
  'open.campaignMembers': press('Assign'),
  'open.campaignArchive': async (driven) => {
    const { campaign } = driven.event['input'] as { campaign: Campaign }
    const entry = campaignStateOf(campaign) === 'archived' ? 'Restore' : 'Archive'
    await chooseInRow(driven.page, campaign.id, entry)
  },
  'open.productStep': async (driven) => {
    const { product, step } = driven.event['input'] as { product: Product; step: ProductStep }
    await chooseOfRecord(driven, product.id, steps[step])
  },
  'open.stockAdjust': async (driven) => {
    const { product } = driven.event['input'] as { product: Product }
    await chooseOfRecord(driven, product.id, 'Adjust stock')
  },
  'open.callStart': async (driven) => {
    const { customer } = driven.event['input'] as CallStartInput
    await press(customer ? /^Call$/ : 'Start call')(driven)
  },
  'open.goalsEdit': press('Set goals'),
  'open.apiTokenCreate': press('New token'),
  'open.telephoneTokenCreate': press('New token'),
  'open.inviteCreate': press('Invite teammates'),
  'open.inviteLink': async ({ event, page }) => {
    const { id } = event['input'] as InviteLinkInput
    await chooseInRow(page, id, 'Copy link')
  },
  'invitation.retry': press('Try again'),
  'invitation.accept': press('Accept'),
  'invitation.decline': press('Decline'),
  'invitation.ask': press('Ask for a new one'),
  'invitation.enter': press(/^Open /),
  'account.switch': press('Switch account'),
  'alike.use': press('Use this customer'),
  'call.end': press('End call'),
  'call.resume': press('Undo'),
  'call.close': press('Close call'),
  'disposition.choose': async (driven) => {
    const chosen = dispositionLabels[disposition.parse(driven.event['disposition'])]
    await formOf(driven).getByRole('button', { name: chosen }).click()
  },
  'open.bulkChange': async ({ event, page }) => {
    const { chosen, title } = event['input'] as BulkChangeInput
    const menu = (name: RegExp) => openMenu(page.getByRole('button', { name }), page)
    if ('ids' in chosen) {
      for (const id of chosen.ids) await rowOf(page, id).getByRole('checkbox').check()
    } else {
      await menu(/^Choose$|chosen$/)
      await page.getByRole('menuitem', { name: /that match$/ }).click()
    }
    await menu(/chosen$/)
    await page.getByRole('menuitem', { name: title, exact: true }).click()
  },
  'open.bulkStep': async (driven) => {
    const { event, page } = driven
    const { step, job } = event['input'] as BulkStepInput
    const name = step === 'undo' ? 'Undo' : 'Stop'
    const button = page.getByRole('main').getByRole('button', { name, exact: true })
    await (isOfRecord(driven) ? button.click() : chooseInRow(page, job.id, name))
  },
  'open.sheetImport': async (driven) => {
    const { campaignId, resource = campaignId === undefined ? 'products' : 'offers' } = driven.event[
      'input'
    ] as SheetImportInput
    await press(sheetOpeners[resource])(driven)
  },
  'open.orderNote': press('Add note'),
  'open.orderCancel': orderAction('Cancel order'),
  'open.orderAddressEdit': orderAction('Edit address'),
  'pasted.change': async ({ page, event }) => dialog(page).locator('[name=pasted]').fill(String(event['text'])),
  'campaign.choose': async (driven) => {
    const { id } = driven.event['campaign'] as Campaign
    // Behind the dialog that imports orders, their list is narrowed by one as well.
    await formOf(driven).locator('select[name=campaignId]').selectOption(id)
  },
  'campaign.undo': press('Undo'),
  'strays.remove': press('Go on without'),
  // Only whoever is on the phone is asked for by a key; the link is in the bar of the call.
  'order.another': async ({ page }) => page.keyboard.press('F2'),
  'customer.search': async ({ event, page }) =>
    page.getByRole('combobox', { name: 'Find a customer' }).fill(String(event['text'])),
  // Who is there already is chosen while somebody new is typed.
  'customer.choose': async (driven) => {
    const { alike } = driven.event['customer'] as Partial<CustomerAlike>
    await (alike ? press('Use this customer') : chooseFound('customer', 'Find a customer'))(driven)
  },
  'customer.new': async ({ page }) => page.getByRole('option', { name: 'New customer' }).click(),
  'customer.change': press(/^(?:Change customer|Find a customer instead)$/),
  'offer.search': async ({ event, page }) =>
    page.getByRole('combobox', { name: 'Add an offer' }).fill(String(event['text'])),
  'offer.add': chooseFound('offer', 'Add an offer'),
  'line.remove': async ({ event, page }) =>
    page
      .getByRole('button', { name: /^Remove / })
      .nth(Number(event['index']))
      .click(),
  'terms.agree': async ({ event, page }) =>
    page.locator('main [name=agreedToTermsAt]').setChecked(event['at'] !== null),
  'order.place': async ({ page }) => page.keyboard.press('Control+Enter'),
  'order.retry': press('Try again'),
  'facts.refresh': async ({ page }) => page.evaluate(() => void window.dispatchEvent(new Event('focus'))),
  'open.customerMerge': press('Merge'),
  'open.customerUnmerge': press('Undo the merge'),
  'other.search': async ({ event, page }) =>
    page.getByRole('combobox', { name: 'The other customer' }).fill(String(event['text'])),
  'other.choose': async ({ event, page }) => {
    const option = page.locator(`[role=option][data-value="${String(event['customerId'])}"]`)
    if (!(await option.isVisible())) await page.getByRole('combobox', { name: 'The other customer' }).click()
    await option.click()
  },
  'other.change': press('Choose another'),
  'sheet.choose': chooseSheet,
  'open.archiveTake': press('Take over an archive'),
  'archive.choose': async (driven) => dialog(driven.page).locator('input[type=file]').setInputFiles(fileOf(driven)),
  'archive.giveUp': press('Give up'),
  'check.cancel': press('Choose another file'),
  'commit.cancel': press('Give up import'),
  'verdict.choose': async (driven) => press(verdicts[String(driven.event['verdict'])] ?? /^All:/)(driven),
  'lines.more': press(/^Show more/),
  'import.again': press('Check again'),
  'import.undo': async ({ page }) => dialog(page).getByRole('button', { name: /^Undo/ }).first().click(),
}
