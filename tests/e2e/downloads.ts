import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'

/** Saves the list of a page as CSV by its button; returns the file's name and its lines behind the head. */
export async function savedCsv(page: Page, label = 'Download'): Promise<{ name: string; lines: string[] }> {
  await page.getByRole('button', { name: label, exact: true }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  const file = await downloading
  const [, ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  return { name: file.suggestedFilename(), lines }
}
