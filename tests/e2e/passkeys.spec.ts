import type { Locator, Page } from 'playwright/test'
import { demoPassword } from '../../server/db/demo'
import { expectAccessibleInBoth } from './axe'
import { expect, test } from './fixtures'
import { followToo } from './flows'
import { newPerson } from './people'
import { letIn } from './reference'
import { failCalls, leaveInAllWays } from './transitions'

// Passkeys belong to a host with a name, and to the one that the server is told to be at.
test.use({ baseURL: async ({ reference }, use) => use(reference.url.replace('127.0.0.1', 'localhost')) })

const password = (place: Locator | Page) => place.getByLabel('Password', { exact: true })

/** A device that keeps passkeys, and says yes to whatever it is asked. */
async function deviceOf(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return {
    keys: async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    give: (credential: Awaited<ReturnType<typeof client.send<'WebAuthn.getCredentials'>>>['credentials'][number]) =>
      client.send('WebAuthn.addCredential', { authenticatorId, credential }),
    verify: (isUserVerified: boolean) => client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

async function openSecurity(page: Page) {
  await page.goto('/settings?tab=security')
  await expect(page.getByText('This device')).toBeVisible()
}

test('ST-01 SE-06 SE-13 a person adds a passkey, signs in with it after the password and without, and removes it @rare', async ({
  page,
  browser,
  reference,
  baseURL,
}) => {
  // It is a whole story.
  test.slow()
  const { email } = await newPerson(page, reference, 'Paula')
  const device = await deviceOf(page)
  await letIn(page, email)
  await openSecurity(page)
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  const add = page.getByRole('dialog', { name: 'Add a passkey' })
  const name = (place: Locator) => place.getByLabel('Name', { exact: true })
  const begin = async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(name(add)).toBeFocused()
  }
  const goOn = add.getByRole('button', { name: 'Continue' })
  await begin()
  await leaveInAllWays(page, add, name(add), begin)
  await goOn.click()
  await expect(add.getByText('Name is required')).toBeVisible()
  await expectAccessibleInBoth(page)
  await name(add).fill('Laptop')
  await password(add).fill('not the password')
  await password(add).blur()
  await goOn.click()
  await expect(add.getByText('This is not your password')).toBeVisible()
  await password(add).fill(demoPassword)
  // Whoever does not say who they are has none made.
  await device.verify(false)
  await goOn.click()
  await expect(page.getByText('No passkey was chosen.')).toBeVisible()
  await device.verify(true)
  await goOn.click()
  const told = page.getByRole('dialog', { name: 'Your passkey is added. Keep these codes.' })
  const codes = told.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recoveryCode = ''] = await codes.allTextContents()
  await page.keyboard.press('Escape')
  await expect(told).toBeVisible()
  await told.getByRole('button', { name: 'I have them' }).click()
  await expect(passkeys.getByRole('row', { name: /Laptop/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Two steps at sign-in' })).toContainText('asks for a passkey')
  await expectAccessibleInBoth(page)
  const [key] = await device.keys()
  if (!key) throw new Error('the device has kept no passkey')
  // The same device has one already.
  await begin()
  await name(add).fill('Once more')
  await password(add).fill(demoPassword)
  await goOn.click()
  await expect(page.getByText('This device has a passkey of yours already.')).toBeVisible()
  await add.getByRole('button', { name: 'Cancel' }).click()

  // In another browser, whose device has the same passkey.
  const other = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  const collectOther = followToo(page, other)
  const phone = await deviceOf(other)
  await other.goto('/auth')
  const alone = other.getByRole('button', { name: 'Sign in with a passkey' })
  await alone.click()
  await expect(other.getByText('No passkey was chosen.')).toBeVisible()
  await phone.give(key)
  await other.getByLabel('Email').fill(email)
  await password(other).fill(demoPassword)
  const signIn = () => other.getByRole('button', { name: 'Sign in', exact: true }).first().click()
  await signIn()
  await expect(other.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expect(other.getByText('Use your passkey, or type one of your recovery codes.')).toBeVisible()
  await expectAccessibleInBoth(other)
  const second = other.getByRole('button', { name: 'Use a passkey' })
  const heal = await failCalls(other, '/users/login/passkey', 'POST')
  await second.click()
  await expect(other.getByText('Out of order')).toBeVisible()
  await heal()
  const tooLate = await failCalls(other, '/users/login/passkey/begin', 'POST', {
    status: 401,
    json: { success: false, message: 'You typed your password too long ago. Sign in again.' },
  })
  await second.click()
  await expect(other.getByText('You typed your password too long ago. Sign in again.')).toBeVisible()
  await tooLate()
  await password(other).fill(demoPassword)
  await signIn()
  await second.click()
  await expect(other.getByText('Login successful')).toBeVisible()

  // Whoever is signed out while they work comes back by the passkey alone, over what they did.
  await openSecurity(page)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page
    .getByRole('alertdialog', { name: 'Sign out everywhere else' })
    .getByRole('button', { name: 'Sign out everywhere else' })
    .click()
  const again = other.getByRole('dialog', { name: 'Sign in again' })
  await again.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(again).toBeHidden()
  await collectOther()
  await other.context().close()

  // Renamed, and removed again.
  await openSecurity(page)
  const rename = page.getByRole('dialog', { name: 'Rename passkey' })
  const openRename = async () => {
    await page.getByRole('button', { name: 'Rename: Laptop' }).click()
    await expect(name(rename)).toBeFocused()
  }
  await openRename()
  await leaveInAllWays(page, rename, name(rename), openRename)
  const sendRename = () => rename.getByRole('button', { name: 'Rename', exact: true }).click()
  await name(rename).fill(' ')
  await name(rename).blur()
  await sendRename()
  await expect(rename.getByText('Name is required')).toBeVisible()
  await name(rename).fill('Work laptop')
  const refused = { details: [{ path: 'body.name', message: 'Not that one' }] }
  for (const [json, said] of [
    [{ success: false, message: 'Not that one', error: refused }, 'Not that one'],
    [{ success: false, message: 'Out of order' }, 'Out of order'],
  ] as const) {
    const healRename = await failCalls(page, '/users/two-steps/passkeys/*', 'PUT', {
      status: json.message === said && 'error' in json ? 422 : 500,
      json,
    })
    await sendRename()
    await expect(page.getByText(said).last()).toBeVisible()
    await healRename()
  }
  await sendRename()
  await expect(passkeys.getByRole('row', { name: /Work laptop/ })).toBeVisible()
  const remove = page.getByRole('dialog', { name: 'Remove passkey' })
  const openRemove = async () => {
    await page.getByRole('button', { name: 'Remove: Work laptop' }).click()
    await expect(password(remove)).toBeFocused()
  }
  await openRemove()
  await leaveInAllWays(page, remove, password(remove), openRemove)
  const sendRemove = () => remove.getByRole('button', { name: 'Remove', exact: true }).click()
  await sendRemove()
  await expect(remove.getByText('Password is required')).toBeVisible()
  await password(remove).fill('not the password')
  await password(remove).blur()
  await sendRemove()
  await expect(remove.getByText('This is not your password')).toBeVisible()
  await password(remove).fill(demoPassword)
  const healRemove = await failCalls(page, '/users/two-steps/passkeys/*/remove', 'POST')
  await sendRemove()
  await expect(page.getByText('Out of order').last()).toBeVisible()
  await healRemove()
  await sendRemove()
  await expect(remove).toBeHidden()
  await expect(passkeys.getByRole('table')).toBeHidden()

  // Added once more, as after a lost answer: the codes were shown then.
  await deviceOf(page)
  await begin()
  await name(add).fill('Laptop')
  await password(add).fill(demoPassword)
  const done = { success: true, message: 'Done', data: { recoveryCodes: null } }
  const healDone = await failCalls(page, '/users/two-steps/passkeys', 'POST', { status: 200, json: done })
  await goOn.click()
  await expect(add).toBeHidden()
  await healDone()
  const recorded = await page.evaluate(async () => JSON.stringify(await window.offerdesk?.recording()))
  expect(recorded).toContain('passkeyAdd')
  for (const secret of [demoPassword, recoveryCode]) expect(recorded).not.toContain(secret)
})

test('ST-01 SE-06 PM-01 where an owner demands two steps, whoever has none is led to add one, and goes on then @rare', async ({
  page,
  browser,
  reference,
  baseURL,
}) => {
  test.slow()
  const owner = await newPerson(page, reference, 'Orla')
  const guest = await newPerson(page, reference, 'Gus')
  const { address } = await owner.invite(guest.email)
  const token = new URL(address, reference.url).searchParams.get('token')
  await guest.call('POST', '/users/invites/accept', { token })
  await letIn(page, owner.email)

  const addPasskey = async (place: Page) => {
    // A page that is opened anew has a device of its own.
    await deviceOf(place)
    await place.getByRole('button', { name: 'Add a passkey' }).click()
    const add = place.getByRole('dialog', { name: 'Add a passkey' })
    await add.getByLabel('Name', { exact: true }).fill('Laptop')
    await password(add).fill(demoPassword)
    await add.getByRole('button', { name: 'Continue' }).click()
    await place.getByRole('button', { name: 'I have them' }).click()
  }
  const settings = page.getByRole('region', { name: 'Organization' })
  const edit = page.getByRole('dialog', { name: 'Edit organization' })
  const demand = async () => {
    await settings.getByRole('button', { name: 'Edit' }).click()
    await edit.getByLabel('Demand two steps at sign-in').check()
    await edit.getByRole('button', { name: 'Save' }).click()
  }
  // Who demands it has one.
  await page.goto('/settings?tab=organization')
  await expect(settings).toContainText('2 people who work here have none yet.')
  await demand()
  await expect(page.getByText('Add a second step to your own sign-in first').first()).toBeVisible()
  await openSecurity(page)
  await addPasskey(page)

  // The guest is at work there meanwhile.
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const other = await context.newPage()
  const collectOther = followToo(page, other)
  await letIn(other, guest.email)
  await other.goto('/orders')
  await expect(other.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
  const switchTo = async (name: string) => {
    await other.getByRole('button', { name: /^Organization: / }).click()
    await other.locator('[role^=menuitem]', { hasText: name }).click()
  }
  await switchTo('Orla’s shop')
  await expect(other.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()

  await page.goto('/settings?tab=organization')
  await expect(settings).toContainText('1 person who works here has none yet.')
  await demand()
  await expect(edit).toBeHidden()
  await expect(settings).toContainText('Demanded.')
  const setUp = other.getByRole('heading', { name: 'Add a second step' })
  await expect(setUp).toBeVisible()
  await expect(other.getByText('Orla’s shop demands two steps at sign-in.')).toBeVisible()
  await expectAccessibleInBoth(other)
  // Every address there leads to it, and none elsewhere.
  await other.goto('/customers')
  await expect(setUp).toBeVisible()
  await switchTo('Gus’s shop')
  await expect(setUp).toBeHidden()
  await other.goto('/customers')
  await expect(other.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
  await switchTo('Orla’s shop')
  await expect(setUp).toBeVisible()
  await addPasskey(other)
  await expect(setUp).toBeHidden()
  await openSecurity(other)
  const remove = other.getByRole('button', { name: 'Remove: Laptop' })
  await remove.focus()
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await expect(
    other.getByRole('tooltip', { name: /^Orla’s shop demands two steps at sign-in\. Add another/ }),
  ).toBeVisible()
  await collectOther()
  await context.close()
  await page.goto('/admin/users')
  await expect(page.getByRole('row', { name: /Gus/ })).toContainText('On')
})
