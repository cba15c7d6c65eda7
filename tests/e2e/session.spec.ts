import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'

const signIn = async (page: Page, password = 'ann-password') => {
  await page.getByLabel('Email').fill('ann@one.example')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('SE-01 SE-02 SE-04 SE-05 a stored token fetches the user, then organizations and call side by side', async ({
  open,
  backend,
}) => {
  const release = backend.hold('GET /organizations')
  const page = await open('/dashboard')
  await expect.poll(() => backend.callsOf('GET /calls/ongoing/me').length).toBe(1)
  release()
  await expect(page.getByRole('button', { name: 'Ann Archer' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Spring Launch' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('orgId'))).toBe('org_1')
  for (const call of backend.calls) {
    expect(call.headers.authorization).toBe('Bearer tkn_ann')
    if (call.method !== 'GET') expect(call.headers['content-type']).toContain('application/json')
  }
})

test('SE-05 the token is read afresh for every request, and cookies are sent', async ({ open, page, backend }) => {
  await page.context().addCookies([{ name: 'visit', value: '7', url: backend.url }])
  await open('/campaigns/cmp_1')
  await expect(page.getByRole('heading', { name: 'Spring Launch' })).toBeVisible()
  backend.sessions.set('tkn_new', 'ann@one.example')
  await page.evaluate(() => localStorage.setItem('auth_token', 'tkn_new'))
  await page.getByRole('tab', { name: 'Offers' }).click()
  await expect(page.getByText('Offer 001')).toBeVisible()
  const [search] = backend.callsOf('POST /search', { resource: 'offers' })
  expect(search?.headers.authorization).toBe('Bearer tkn_new')
  expect(search?.headers.cookie).toContain('visit=7')
})

test('SE-06 signing in shows the message of the server and opens the app', async ({ page, backend }) => {
  await page.goto('/auth')
  const release = backend.hold('POST /users/login')
  await signIn(page)
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  release()
  await expect(page.getByText('Hello again')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ann Archer' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toMatch(/^tkn_/)
})

test('SE-06 a wrong password shows the extracted error, and what was typed stays', async ({ page, backend: _ }) => {
  await page.goto('/auth')
  await signIn(page, 'wrong')
  const password = page.getByLabel('Password')
  await expect(password).toHaveAccessibleDescription('Those credentials are wrong')
  await expect(page.getByText('Those credentials are wrong')).toHaveCount(1)
  await expect(password).toBeFocused()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  await expect(page.getByLabel('Email')).toHaveValue('ann@one.example')
  await password.pressSequentially('x')
  await expect(password).toHaveValue('x')
  await expect(page.getByText('Those credentials are wrong')).toBeHidden()
})

test('SE-06 a sign-in that got no answer says so, and has nothing against the password', async ({ page, backend }) => {
  await page.goto('/auth')
  backend.fail('POST /users/login', { status: 500, body: { message: 'Out of order' } })
  await signIn(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Out of order' })).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('')
})

test('SE-07 a failed fetch of the user shows an error, except on the sign-in page', async ({ open, page, backend }) => {
  backend.fail('GET /users/me', { status: 500, body: { message: 'No users today' } }, { once: false })
  await open('/dashboard')
  await expect(page.getByRole('alert').filter({ hasText: 'No users today' })).toBeVisible()
  const before = backend.callsOf('GET /users/me').length
  await page.goto('/auth')
  await expect.poll(() => backend.callsOf('GET /users/me').length).toBeGreaterThan(before)
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(page.getByText('No users today')).toBeHidden()
})

test('SE-01 SE-07 a server that fails signs nobody out: it is asked again, and the page goes on as before', async ({
  open,
  page,
  backend,
}) => {
  await page.clock.install()
  backend.fail('GET /users/me', { status: 500, body: { message: 'No users today' } }, { once: false })
  await open('/campaigns?q=spring')
  const bar = page.getByText("Can't reach the server. Retrying…")
  await expect(bar).toBeVisible()
  const asked = () => backend.callsOf('GET /users/me').length
  for (let count = 2; count <= 4; count += 1) {
    await page.clock.runFor(4_000)
    await expect.poll(asked).toBeGreaterThanOrEqual(count)
    await expect(bar).toBeVisible()
  }
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBe('tkn_ann')
  await expect(page).toHaveURL(/\/campaigns\?q=spring$/)
  backend.heal()
  await page.clock.runFor(30_000)
  await expect(page.getByRole('link', { name: 'Spring Launch' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ann Archer' })).toBeVisible()
  await expect(bar).toBeHidden()
})

test('SE-01 SE-06 whoever signs in while nobody can say who they were is signed in @rare', async ({
  open,
  page,
  backend,
}) => {
  await page.clock.install()
  backend.fail('GET /users/me', { status: 500, body: {} }, { once: false })
  await open('/auth')
  await expect.poll(() => backend.callsOf('GET /users/me').length).toBe(1)
  await signIn(page)
  await expect(page.getByRole('button', { name: 'Ann Archer' })).toBeVisible()
})

test('SE-08 a forgotten password is reset by mail', async ({ page, backend }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill('ann@one.example')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('A link is on its way').first()).toBeVisible()
  await page.goto('/auth?mode=reset&email=ann%40one.example&token=too-old')
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Password must have at least 8 characters')).toBeVisible()
  await page.getByLabel('Password').fill('brand new password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('That link is too old')).toBeVisible()
  await page.goto('/auth?mode=reset&email=ann%40one.example&token=reset-me')
  await page.getByLabel('Password').fill('brand new password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await signIn(page, 'brand new password')
  await expect(page.getByRole('button', { name: 'Ann Archer' })).toBeVisible()
  expect(backend.callsOf('POST /users/forgot-password').at(-1)?.body).toEqual({
    email: 'ann@one.example',
    password: 'brand new password',
    token: 'reset-me',
  })
})

test('SE-09 a sign-up is asked for, and completed with the token of the mail', async ({ page, backend }) => {
  await page.goto('/auth?mode=signup')
  await page.getByLabel('Email').fill('new@one.example')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('Look into your mailbox').first()).toBeVisible()
  await page.goto('/auth?mode=signup&email=new%40one.example&token=from-mail')
  await page.getByLabel('Name', { exact: true }).fill('Nia New')
  await page.getByLabel('Organization Name').fill('New Org')
  await page.getByLabel('Password').fill('long enough')
  backend.fail('POST /users/signup/complete', { status: 422, body: { error: { message: 'Pick another name' } } })
  await page.getByRole('button', { name: 'Complete sign-up' }).click()
  await expect(page.getByText('Pick another name')).toBeVisible()
  await page.getByRole('button', { name: 'Complete sign-up' }).click()
  await expect(page.getByRole('button', { name: 'Nia New' })).toBeVisible()
  expect(backend.callsOf('POST /users/signup/complete').at(-1)?.body).toEqual({
    name: 'Nia New',
    organizationName: 'New Org',
    password: 'long enough',
    token: 'from-mail',
  })
})

test('SE-09 the profile is updated, and a refusal keeps what was typed', async ({ open, page, backend }) => {
  await open('/dashboard')
  await page.getByRole('button', { name: 'Ann Archer' }).click()
  await page.getByRole('menuitem', { name: 'Your profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your profile' })
  await dialog.getByLabel('Name', { exact: true }).fill('Ann B. Archer')
  backend.fail('PUT /users/update', { status: 409, body: { message: 'Not today' } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Not today')).toBeVisible()
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Ann B. Archer')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ann B. Archer' })).toBeVisible()
  expect(backend.callsOf('PUT /users/update').at(-1)?.body).toEqual({ name: 'Ann B. Archer' })
})

test('SE-10 organizations that fail to load say so, and the list is emptied', async ({ open, page, backend }) => {
  backend.fail('GET /organizations', { status: 500, body: {} })
  await open('/dashboard')
  await expect(page.getByText('Failed to load organizations')).toBeVisible()
  await page.getByRole('button', { name: 'Load organizations again' }).click()
  await expect(page.getByRole('button', { name: 'Organization: First Org' })).toBeVisible()
})

test('SE-11 another organization shows nothing of the one before, not even for a moment', async ({
  open,
  page,
  backend,
}) => {
  await open('/campaigns')
  await expect(page.getByText('Spring Launch')).toBeVisible()
  await page.getByRole('button', { name: 'Organization: First Org' }).click()
  const release = backend.hold('POST /search')
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = () => {
      const text = document.body.innerText
      // From the first moment that the new organization is named, nothing of the old one may be there.
      if (!text.includes('First Org') && text.includes('Spring Launch')) seen.push(text)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await page
    .getByRole('menuitemcheckbox', { name: 'Second Org' })
    .or(page.getByRole('menuitem', { name: 'Second Org' }))
    .click()
  await expect(page.getByRole('button', { name: 'Organization: Second Org' })).toBeVisible()
  await expect(page.getByText('Spring Launch')).toBeHidden()
  release()
  await expect(page.getByText('Second Org Secret')).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('orgId'))).toBe('org_2')
  expect(backend.callsOf('POST /search').at(-1)?.body['organizationId']).toBe('org_2')
})

test('SE-12 roles are not shown', async ({ open, page, backend }) => {
  Object.assign(backend.data.users[0] ?? {}, { role: 'owner-of-everything' })
  await open('/dashboard')
  await page.getByRole('button', { name: 'Ann Archer' }).click()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  await expect(page.getByText('owner')).toBeHidden()
})

test('SE-03 logging out clears user, answers and token in every open tab', async ({ open, page, context }) => {
  await open('/campaigns')
  await expect(page.getByText('Spring Launch')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/campaigns/cmp_1')
  await expect(other.getByRole('heading', { name: 'Spring Launch' })).toBeVisible()
  await page.getByRole('button', { name: 'Ann Archer' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await expect(tab.getByText('Spring Launch')).toBeHidden()
    expect(await tab.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
  }
})

test('SE-13 a token that expires mid-work loses nothing that was typed @rare', async ({ open, page, backend }) => {
  await open('/campaigns/cmp_1?tab=offers')
  await page.getByRole('row').filter({ hasText: 'Offer 001' }).getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Base Price').fill('77')
  backend.sessions.clear()
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(again.getByLabel('Password')).toBeFocused()
  await expect(again.getByText('Password is required')).toBeHidden()
  await again.getByLabel('Password').fill('ann-password')
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(again).toBeHidden()
  const edit = page.getByRole('dialog', { name: 'Edit Offer' })
  await expect(edit.getByLabel('Base Price')).toHaveValue('77.00')
  await edit.getByRole('button', { name: 'Update' }).click()
  await expect(edit).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: 'Offer 001' })).toContainText('77.00')
})
