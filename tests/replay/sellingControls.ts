import type { Campaign } from '../../contract/campaigns'
import type { Product } from '../../contract/products'
import type { Sheet } from '../../machines/products/productImportSetup'
import type { ProductStep } from '../../machines/products/productStep.machine'
import { campaignStateOf } from '../../machines/rules/campaignLife'
import { chooseInRow, type Control, dialog, type Driven, openMenu, press } from './control'

const inputOf = <T>({ event }: Driven) => event['input'] as T

const steps: Record<ProductStep, string> = { archive: 'Archive', restore: 'Restore', duplicate: 'Duplicate' }
const rowOf = ({ sku, name }: Product) => sku || (name ?? '')

const orderAction =
  (name: string): Control =>
  async ({ page }) => {
    await openMenu(page.getByRole('main').getByRole('button', { name: 'Actions', exact: true }), page)
    await page.getByRole('menuitem', { name }).click()
  }

/** What was pasted or chosen. A recording has what was read from it, and not the text itself. */
function textOf({ recording: { events, exchanges }, actor, event, at }: Driven): string {
  const read = events.find(
    (one) => one.actor === actor.session && one.at >= at && one.event.type !== event.type && 'actorId' in one.event,
  )
  const sheet = read?.event['output'] as Sheet | undefined
  // Whatever can't be read: it names no column that a product is known by.
  if (!sheet) return 'Name\nLamp'
  const sent = exchanges.find(({ method, path, at: when }) => method === 'PUT' && path.endsWith('/lines') && when >= at)
  const lines = (sent?.body as { lines: { cells: Record<string, string> }[] } | undefined)?.lines
  const cells = lines?.map((line) => line.cells) ?? Array.from({ length: sheet.lines }, () => ({ sku: 'UNSENT' }))
  const rows = cells.map((line: Record<string, string>) => sheet.columns.map(({ field }) => line[field ?? ''] ?? ''))
  return [sheet.columns.map(({ title }) => title), ...rows].map((row) => row.join('\t')).join('\n')
}

const chooseSheet: Control = async (driven) => {
  const { page, event } = driven
  const text = textOf(driven)
  const name = String(event['name'])
  if (name !== 'Pasted lines') {
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
    return dialog(page).locator('input[type=file]').setInputFiles(file)
  }
  await dialog(page).locator('[name=pasted]').fill(text)
  await dialog(page).getByRole('button', { name: 'Check pasted lines' }).click()
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
    const { source } = inputOf<{ source: Campaign | null }>(driven)
    await (source ? chooseInRow(driven.page, source.name, 'Duplicate') : press('New campaign')(driven))
  },
  'open.campaignScript': async ({ page }) => {
    const tab = dialog(page).getByRole('tab', { name: 'Script' })
    if (!(await tab.isVisible())) await page.getByRole('button', { name: 'Update Campaign' }).click()
    await tab.click()
  },
  'open.campaignArchive': async (driven) => {
    const { campaign } = inputOf<{ campaign: Campaign }>(driven)
    const entry = campaignStateOf(campaign) === 'archived' ? 'Restore' : 'Archive'
    await chooseInRow(driven.page, campaign.name, entry)
  },
  'open.productStep': async (driven) => {
    const { product, step } = inputOf<{ product: Product; step: ProductStep }>(driven)
    await chooseInRow(driven.page, rowOf(product), steps[step])
  },
  'open.stockAdjust': async (driven) => {
    const { product } = inputOf<{ product: Product }>(driven)
    const button = dialog(driven.page).getByRole('button', { name: 'Adjust stock' })
    if (await button.isVisible()) await button.click()
    else await chooseInRow(driven.page, rowOf(product), 'Adjust stock')
  },
  'open.productImport': press(/^Import$/),
  'open.orderNote': press('Add note'),
  'open.orderCancel': orderAction('Cancel order'),
  'open.orderAddressEdit': orderAction('Edit address'),
  'sheet.choose': chooseSheet,
  'check.cancel': press('Choose another file'),
  'verdict.choose': async (driven) => press(verdicts[String(driven.event['verdict'])] ?? /^All:/)(driven),
  'lines.more': press(/^Show more/),
  'import.again': press('Check again'),
  'import.undo': async ({ page }) => dialog(page).getByRole('button', { name: /^Undo/ }).first().click(),
}
