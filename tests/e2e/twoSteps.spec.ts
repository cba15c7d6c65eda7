import { Secret, TOTP } from 'otpauth'
import type { Locator, Page } from 'playwright/test'
import { demoPassword } from '../../server/db/demo'
import { expectAccessibleInBoth } from './axe'
import { expect, test } from './fixtures'
import { followToo } from './flows'
import { letIn } from './reference'
import { failCalls, leaveInAllWays } from './transitions'

/** Nobody else's test signs in as them, so that their second step is that of a test. */
const person = 'saoirse@offerdesk.example'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

/** A phone of the person's. Each code is good once, so a new one is asked of its next half minute. */
class Phone {
  readonly #app: TOTP
  #step = 0

  constructor(key: string) {
    this.#app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  }

  /** The next code that the server takes: its clock may be half a minute slow. */
  async nextCode(): Promise<string> {
    await expect.poll(() => this.#app.counter() + 1, { timeout: 70_000, intervals: [250] }).toBeGreaterThan(this.#step)
    this.#step = Math.max(this.#app.counter() - 1, this.#step + 1)
    return this.#app.generate({ timestamp: this.#step * 30_000 })
  }
}

const openSecurity = async (page: Page) => {
  await page.goto('/settings?tab=security')
  await expect(page.getByText('This device')).toBeVisible()
}
const card = (page: Page) => page.getByRole('region', { name: 'Two steps at sign-in' })
const password = (place: Locator | Page) => place.getByLabel('Password', { exact: true })
const code = (place: Locator | Page) => place.getByLabel('Code', { exact: true })
async function codesIn(dialog: Locator): Promise<string[]> {
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  return codes.allTextContents()
}

test('ST-01 SE-06 SE-13 a person adds an app, signs in by two steps, by a recovery code, and removes it again @rare', async ({
  page,
  browser,
  reference,
}) => {
  // It is a whole story.
  test.slow()
  await letIn(page, person)
  await openSecurity(page)
  await expect(card(page)).toContainText('Your password alone lets you in.')
  const add = page.getByRole('dialog', { name: 'Add an authenticator app' })
  const begin = async () => {
    await page.getByRole('button', { name: 'Add an authenticator app' }).click()
    await expect(password(add)).toBeFocused()
  }
  const goOn = add.getByRole('button', { name: 'Continue' })
  await begin()
  await leaveInAllWays(page, add, password(add), begin)
  await goOn.click()
  await expect(add.getByText('Password is required')).toBeVisible()
  await password(add).fill('not the password')
  await password(add).blur()
  await goOn.click()
  await expect(add.getByText('This is not your password')).toBeVisible()
  await password(add).fill(demoPassword)
  const heal = await failCalls(page, '/users/two-steps/app/begin', 'POST')
  await goOn.click()
  await expect(page.getByText('Out of order')).toBeVisible()
  await heal()
  const readKey = async () => {
    await goOn.click()
    await expect(code(add)).toBeFocused()
    await expect(add.getByRole('img', { name: 'The key for your app, as a picture to scan' })).toBeVisible()
    return (await add.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  }
  await readKey()
  const again = async () => {
    await begin()
    await password(add).fill(demoPassword)
    await readKey()
  }
  await leaveInAllWays(page, add, code(add), again)
  await add.getByRole('button', { name: 'Cancel' }).click()
  await begin()
  await password(add).fill(demoPassword)
  const phone = new Phone(await readKey())
  const confirm = add.getByRole('button', { name: 'Add app' })
  await confirm.click()
  await expect(add.getByText('Type the 6 digits of your app, or a recovery code')).toBeVisible()
  await expectAccessibleInBoth(page)
  await code(add).fill('000000')
  await code(add).blur()
  await confirm.click()
  await expect(add.getByText('This code is not right.')).toBeVisible()
  await code(add).fill(await phone.nextCode())
  const healConfirm = await failCalls(page, '/users/two-steps/app', 'POST')
  await confirm.click()
  await expect(page.getByText('Out of order').last()).toBeVisible()
  await healConfirm()
  await confirm.click()
  const told = page.getByRole('dialog', { name: 'Your app is added. Keep these codes.' })
  const recoveryCodes = await codesIn(told)
  await page.keyboard.press('Escape')
  await expect(told).toBeVisible()
  await expectAccessibleInBoth(page)
  await told.getByRole('button', { name: 'I have them' }).click()
  await expect(told).toBeHidden()
  await expect(card(page)).toContainText('10 recovery codes are left.')

  // In another browser the password is the first step, and the code the second.
  const other = await (await browser.newContext({ baseURL: reference.url })).newPage()
  const collectOther = followToo(page, other)
  await other.goto('/auth')
  const first = async (place: Locator | Page) => {
    await password(place).fill(demoPassword)
    await place.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(code(place)).toBeFocused()
  }
  const send = (place: Locator | Page) => place.getByRole('button', { name: 'Sign in', exact: true }).first().click()
  await other.getByLabel('Email').fill(person)
  await first(other)
  await expect(other.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expectAccessibleInBoth(other)
  // Back, and once more.
  await other.getByRole('button', { name: 'Sign in', exact: true }).last().click()
  await expect(password(other)).toHaveValue('')
  await first(other)
  await send(other)
  await expect(code(other)).toHaveAccessibleDescription(/Type the 6 digits of your app/)
  await code(other).fill('000 000')
  await send(other)
  await expect(code(other)).toHaveAccessibleDescription(/This code is not right/)
  await expect(code(other)).toBeFocused()
  const healStep = await failCalls(other, '/users/login/second-step', 'POST')
  await code(other).fill(await phone.nextCode())
  await send(other)
  await expect(other.getByText('Out of order')).toBeVisible()
  await healStep()
  await send(other)
  await expect(other.getByText('Login successful')).toBeVisible()
  const kept = await other.evaluate(async () => JSON.stringify(await window.offerdesk?.recording()))
  expect(kept).toContain('takeSecondStep')

  // Whoever is signed out while they work comes back by both steps, over what they did.
  await openSecurity(page)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page
    .getByRole('alertdialog', { name: 'Sign out everywhere else' })
    .getByRole('button', { name: 'Sign out everywhere else' })
    .click()
  const dialog = other.getByRole('dialog', { name: 'Sign in again' })
  await first(dialog)
  const tooLate = await failCalls(other, '/users/login/second-step', 'POST', {
    status: 401,
    json: { success: false, message: 'You typed your password too long ago. Sign in again.' },
  })
  await code(dialog).fill(recoveryCodes[0] ?? '')
  await send(dialog)
  await expect(other.getByText('You typed your password too long ago. Sign in again.')).toBeVisible()
  await tooLate()
  await first(dialog)
  await code(dialog).fill(recoveryCodes[0]?.toLowerCase() ?? '')
  await send(dialog)
  await expect(dialog).toBeHidden()
  await collectOther()
  await other.context().close()

  // New recovery codes, and then no app any more.
  await openSecurity(page)
  await expect(card(page)).toContainText('9 recovery codes are left.')
  const renew = page.getByRole('dialog', { name: 'Renew recovery codes' })
  const openRenew = async () => {
    await page.getByRole('button', { name: 'Renew recovery codes' }).click()
    await expect(password(renew)).toBeFocused()
  }
  await openRenew()
  await leaveInAllWays(page, renew, code(renew), openRenew)
  const sendRenew = () => renew.getByRole('button', { name: 'Renew', exact: true }).click()
  await sendRenew()
  await expect(renew.getByText('Password is required')).toBeVisible()
  await password(renew).fill(demoPassword)
  await code(renew).fill(recoveryCodes[0] ?? '')
  await sendRenew()
  await expect(renew.getByText('This is none of your recovery codes, or it has been used.')).toBeVisible()
  await code(renew).fill(recoveryCodes[1] ?? '')
  const healRenew = await failCalls(page, '/users/two-steps/recovery-codes', 'POST')
  await sendRenew()
  await expect(page.getByText('Out of order')).toBeVisible()
  await healRenew()
  await sendRenew()
  const renewed = page.getByRole('dialog', { name: 'Your new recovery codes' })
  const fresh = await codesIn(renewed)
  expect(fresh.filter((one) => recoveryCodes.includes(one))).toEqual([])
  await renewed.getByRole('button', { name: 'I have them' }).click()

  const remove = page.getByRole('dialog', { name: 'Remove the authenticator app' })
  const openRemove = async () => {
    await page.getByRole('button', { name: 'Remove app' }).click()
    await expect(password(remove)).toBeFocused()
  }
  await openRemove()
  await leaveInAllWays(page, remove, code(remove), openRemove)
  const sendRemove = () => remove.getByRole('button', { name: 'Remove', exact: true }).click()
  await sendRemove()
  await expect(remove.getByText('Password is required')).toBeVisible()
  await password(remove).fill('not the password')
  await code(remove).fill(fresh[0] ?? '')
  await sendRemove()
  await expect(remove.getByText('This is not your password')).toBeVisible()
  await password(remove).fill(demoPassword)
  const healRemove = await failCalls(page, '/users/two-steps/app/remove', 'POST')
  await sendRemove()
  await expect(page.getByText('Out of order')).toBeVisible()
  await healRemove()
  await sendRemove()
  await expect(remove).toBeHidden()
  await expect(card(page)).toContainText('Your password alone lets you in.')

  // Added once more, as after a lost answer: the codes were shown then.
  await begin()
  await password(add).fill(demoPassword)
  await readKey()
  const done = { success: true, message: 'Done', data: { recoveryCodes: null } }
  const healDone = await failCalls(page, '/users/two-steps/app', 'POST', { status: 200, json: done })
  await code(add).fill('123456')
  await confirm.click()
  await expect(add).toBeHidden()
  await healDone()
  const recorded = await page.evaluate(async () => JSON.stringify(await window.offerdesk?.recording()))
  expect(recorded).toContain('recoveryCodesRenew')
  for (const secret of [...recoveryCodes, ...fresh, demoPassword]) expect(recorded).not.toContain(secret)
})
