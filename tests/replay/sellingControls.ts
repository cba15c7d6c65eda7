import type { Campaign } from '../../contract/campaigns'
import type { Product } from '../../contract/products'
import type { Sheet } from '../../machines/products/productImportSetup'
import type { ProductStep } from '../../machines/products/productStep.machine'
import { campaignStateOf } from '../../machines/rules/campaignLife'
import { chooseInRow, type Control, dialog, type Driven, openMenu, press } from './control'

const steps: Record<ProductStep, string> = { archive: 'Archive', restore: 'Restore', duplicate: 'Duplicate' }
const rowOf = ({ sku, name }: Product) => sku || (name ?? '')

const orderAction =
  (name: string): Control =>
  async ({ page }) => {
    await openMenu(page.getByRole('main').getByRole('button', { name: 'Actions', exact: true }), page)
    await page.getByRole('menuitem', { name }).click()
  }

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

const verdicts: Record<string, RegExp> = {
  create: /^New:/,
  update: /^Changed:/,
  same: /^As it is:/,
  refused: /^Left out:/,
}

/** The controls of products, campaigns and orders. */
export const sellingControls: Readonly<Record<string, Control>> = {
  'open.campaignCreate': async (driven) => {
    const { source } = driven.event['input'] as { source: Campaign | null }
    await (source ? chooseInRow(driven.page, source.name, 'Duplicate') : press('New campaign')(driven))
  },
  'open.campaignScript': async ({ page }) => {
    const tab = dialog(page).getByRole('tab', { name: 'Script' })
    if (!(await tab.isVisible())) await page.getByRole('button', { name: 'Update Campaign' }).click()
    await tab.click()
  },
  'open.campaignArchive': async (driven) => {
    const { campaign } = driven.event['input'] as { campaign: Campaign }
    const entry = campaignStateOf(campaign) === 'archived' ? 'Restore' : 'Archive'
    await chooseInRow(driven.page, campaign.name, entry)
  },
  'open.productStep': async (driven) => {
    const { product, step } = driven.event['input'] as { product: Product; step: ProductStep }
    await chooseInRow(driven.page, rowOf(product), steps[step])
  },
  'open.stockAdjust': async (driven) => {
    const { product } = driven.event['input'] as { product: Product }
    const button = dialog(driven.page).getByRole('button', { name: 'Adjust stock' })
    if (await button.isVisible()) await button.click()
    else await chooseInRow(driven.page, rowOf(product), 'Adjust stock')
  },
  'open.productImport': press(/^Import$/),
  'open.orderNote': press('Add note'),
  'open.orderCancel': orderAction('Cancel order'),
  'open.orderAddressEdit': orderAction('Edit address'),
  'pasted.change': async ({ page, event }) => dialog(page).locator('[name=pasted]').fill(String(event['text'])),
  'sheet.choose': chooseSheet,
  'check.cancel': press('Choose another file'),
  'verdict.choose': async (driven) => press(verdicts[String(driven.event['verdict'])] ?? /^All:/)(driven),
  'lines.more': press(/^Show more/),
  'import.again': press('Check again'),
  'import.undo': async ({ page }) => dialog(page).getByRole('button', { name: /^Undo/ }).first().click(),
}
