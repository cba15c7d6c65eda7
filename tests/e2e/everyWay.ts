import { expect, type Locator, type Page } from 'playwright/test'
import { keepEditing, news, outdated, question, refusal } from './transitions'

interface Edited {
  open: () => Promise<Locator>
  /** What is typed into. */
  label: string
  save: string
  /** The path of the change. */
  path: string
  record: { version: number }
  /** The record as somebody else has changed it to hold the text in that field. */
  with: (text: string) => object
  /** What the field refuses; nothing at all, if it is not told. */
  wrong?: string
  /** What stands for such a text where the field holds no text. */
  typed?: (text: string) => string
  /** What the field holds at first. */
  from: string
  /** Taken first, while the dialog is open. */
  refused?: { status: number; body: object; message: string }
}

/** Takes every way through a dialog that saves upon a version. */
export async function takeEveryWay(page: Page, edited: Edited): Promise<void> {
  const { open, label, save, path, record, from, wrong = '', typed = (text) => text } = edited
  const answers: { status: number; body: object }[] = []
  await page.route(`**/api/v1${path}`, (route) => {
    const answer = route.request().method() === 'PUT' ? answers.shift() : undefined
    return answer ? route.fulfill({ status: answer.status, json: answer.body }) : route.fallback()
  })
  let version = record.version + 10
  const theirs = (text: string) => outdated({ ...record, ...edited.with(text), version: (version += 1) })
  const dialog = await open()
  const field = dialog.getByLabel(label, { exact: true })
  const send = () => dialog.getByRole('button', { name: save, exact: true }).click()
  const toldOf = async (text: string) => {
    answers.push(theirs(text))
    await send()
    await expect(news(dialog)).toContainText(typed(text))
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await open()
  await field.fill(wrong)
  await field.blur()
  await send()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill(typed('Mine'))
  await page.keyboard.press('Escape')
  await keepEditing(page)
  if (edited.refused) {
    answers.push(edited.refused)
    await send()
    await expect(dialog.getByText(edited.refused.message)).toBeVisible()
  }
  answers.push(refusal)
  await send()
  await expect(page.getByText('Out of order')).toBeVisible()
  await expect(field).toHaveValue(typed('Mine'))
  // Somebody else was quicker: both ways to decide, and leaving meanwhile.
  await toldOf('Theirs')
  await field.fill(typed('Mine too'))
  await field.blur()
  await page.keyboard.press('Escape')
  await keepEditing(page)
  await expect(news(dialog)).toBeVisible()
  await news(dialog).getByRole('button', { name: 'Keep mine' }).click()
  await toldOf('Theirs again')
  await news(dialog).getByRole('button', { name: 'Use theirs' }).click()
  await expect(field).toHaveValue(typed('Theirs again'))
  await field.fill(typed('Mine'))
  await toldOf('Theirs once more')
  await field.fill(typed('Theirs again'))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open()
  await field.fill(typed('Mine'))
  await toldOf('Theirs at last')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await open()
  await field.fill(typed('Mine'))
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  // Another version in which nothing that is shown differs is saved upon without a question.
  await open()
  await field.fill(typed('Saved'))
  answers.push(theirs(from))
  await send()
  await expect(dialog).toBeHidden()
}
