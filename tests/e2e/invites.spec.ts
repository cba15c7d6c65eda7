import type { Browser, BrowserContext, Page } from 'playwright/test'
import type { Invitation } from '../../contract/extensions/invites'
import { demoPassword } from '../../server/db/demo'
import { expectAccessible, expectAccessibleInBoth } from './axe'
import { expect, savingData, test } from './fixtures'
import { followToo } from './flows'
import { newAddress, newPerson } from './people'
import { letIn, linkFor } from './reference'
import { failCalls, keepEditing, loseAnswer, question, waitForState } from './transitions'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

/** Another browser, in which nobody is signed in. */
async function another(browser: Browser, url: string): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({ baseURL: url })
  await savingData(context)
  return [context, await context.newPage()]
}

const members = (page: Page) => page.getByRole('table', { name: 'Who works here' })
const invites = (page: Page) => page.getByRole('table', { name: 'Who is invited' })
const rowAction = async (page: Page, email: string, action: string) => {
  await invites(page)
    .getByRole('button', { name: `Actions for ${email}` })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('RT-07 IN-01 IN-02 an owner invites several, and whoever has no account comes in by the mail while the owner looks on', async ({
  browser,
  page,
  reference,
}) => {
  const owner = await newPerson(page, reference, 'Olga')
  await letIn(page, owner.email, demoPassword)
  await page.goto('/invite')
  const dialog = page.getByRole('dialog', { name: 'Invite teammates' })
  const emails = dialog.getByLabel('Email addresses')
  await expect(emails).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/settings\?tab=team$/)
  await expect(page.getByText('Nobody is invited.')).toBeVisible()
  await expect(members(page).getByRole('row', { name: /Olga/ })).toContainText('Can change settings')
  const open = async () => {
    await page.getByRole('button', { name: 'Invite teammates' }).click()
    await expect(emails).toBeFocused()
  }
  const send = () => dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await open()
  await send()
  await expect(dialog.getByText('Type whom you invite')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await open()
  await emails.fill('bob@')
  await emails.blur()
  await expect(dialog.getByText('bob@ is no email address')).toBeVisible()
  await page.keyboard.press('Escape')
  await keepEditing(page)
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()

  const [guest, other] = [newAddress('gus'), newAddress('ida')]
  await open()
  await emails.fill(`${guest.toUpperCase()}, <${other}>\n${owner.email}; ${guest}`)
  await dialog.getByLabel('What they can do').selectOption('Can change settings')
  await expectAccessibleInBoth(page)
  const heal = await failCalls(page, '/invites', 'POST')
  await send()
  await heal()
  await expect(page.getByText('Out of order')).toBeVisible()
  await send()
  const told = page.getByRole('dialog', { name: 'Invites' })
  await expect(told.getByText(`${guest} is invited.`)).toBeVisible()
  await expect(told.getByText(`${other} is invited.`)).toBeVisible()
  await expect(told.getByText(`${owner.email} works here already.`)).toBeVisible()
  await expectAccessibleInBoth(page)
  await told.getByRole('button', { name: 'Done' }).click()
  const row = invites(page).getByRole('row').filter({ hasText: guest })
  await expect(row).toContainText('Can change settings')
  await expect(row).toContainText('Open')
  await expectAccessibleInBoth(page)

  // Another one is sent again, handed over, and revoked.
  const refuse = await failCalls(page, '/invites/*/send-again', 'POST')
  await rowAction(page, other, 'Send again')
  await refuse()
  await expect(page.getByText('Out of order').last()).toBeVisible()
  await rowAction(page, other, 'Send again')
  await expect(page.getByText('The invite is on its way again.')).toBeVisible()
  const lose = await failCalls(page, '/invites/*/link', 'POST')
  await rowAction(page, other, 'Copy link')
  await lose()
  const link = page.getByRole('dialog', { name: `Link for ${other}` })
  await rowAction(page, other, 'Copy link')
  await expect(link.getByText(linkFor(reference, other) ?? '-')).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  await expect(link).toBeHidden()
  await rowAction(page, other, 'Copy link')
  await link.getByRole('button', { name: 'Done' }).click()
  await rowAction(page, other, 'Revoke')
  const asked = page.getByRole('alertdialog', { name: 'Revoke Invite' })
  await expect(asked).toContainText(other)
  await asked.getByRole('button', { name: 'Revoke' }).click()
  await expect(invites(page).getByRole('row').filter({ hasText: other })).toBeHidden()
  // The same once more, and nobody else.
  await open()
  await emails.fill(guest)
  await send()
  await expect(told.getByText(`${guest} has an open invite already.`)).toBeVisible()
  await page.keyboard.press('Escape')
  await told.getByRole('button', { name: 'Done' }).click()
  await expect(told).toBeHidden()
  await waitForState(page, 'changeFeed', 'live')

  const [context, theirs] = await another(browser, reference.url)
  const collectTheirs = followToo(page, theirs)
  await theirs.goto(new URL(linkFor(reference, guest) ?? '').href)
  await expect(theirs.getByRole('heading', { name: 'Invite to Olga’s shop' })).toBeVisible()
  await expect(theirs.getByText('Olga invites you to work in Olga’s shop.')).toBeVisible()
  await expect(theirs.getByLabel('Organization Name')).toHaveCount(0)
  await expectAccessibleInBoth(theirs)
  await theirs.getByLabel('Name', { exact: true }).fill('Gus')
  await theirs.getByLabel('Password', { exact: true }).fill(demoPassword)
  await theirs.getByRole('button', { name: 'Complete sign-up' }).click()
  await expect(theirs.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(theirs.getByRole('banner').getByText('Olga’s shop')).toBeVisible()
  await expect(members(page).getByRole('row', { name: /Gus/ })).toContainText('Can change settings')
  await expect(page.getByText('Nobody is invited.')).toBeVisible()
  const kept = await page.evaluate(async () => JSON.stringify(await window.offerdesk?.recording()))
  const secret = new URL(linkFor(reference, other) ?? '').searchParams.get('token') ?? '-'
  expect(kept).not.toContain(secret)
  await collectTheirs()
  await context.close()
})

/** Goes to another invite within the page. */
const follow = (page: Page, address: string) =>
  page.evaluate((to) => {
    window.history.pushState({}, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, address)

/** Has the server's answer say something else of the invite, which only the clock or the end of an organization makes. */
async function saying(page: Page, said: Partial<Invitation>) {
  const path = '**/api/v1/invites/by-token'
  await page.route(path, async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: Invitation }
    await route.fulfill({ response: answer, json: { data: { ...data, ...said } } })
  })
  return () => page.unroute(path)
}

test('IN-02 whoever is signed in as another switches, declines one invite and accepts the next @rare', async ({
  page,
  reference,
}) => {
  const owner = await newPerson(page, reference, 'Olaf')
  const guest = await newPerson(page, reference, 'Greta')
  const other = await newPerson(page, reference, 'Otto')
  const first = await owner.invite(guest.email)
  await letIn(page, other.email, demoPassword)
  await page.goto(first.address)
  await expect(page.getByText(`It is for ${guest.email}, and you are signed in as ${other.email}.`)).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.getByRole('button', { name: 'Switch account' }).click()
  await expect(page.getByText('Sign in to accept.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(guest.email)
  await expectAccessibleInBoth(page)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  await expectAccessible(page)
  const notDeclined = await failCalls(page, '/invites/decline', 'POST')
  await page.getByRole('button', { name: 'Decline' }).click()
  await notDeclined()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('You have declined the invite.')).toBeVisible()
  await expectAccessible(page)
  const second = await owner.invite(guest.email)
  await follow(page, second.address)
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('Welcome to Olaf’s shop.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Organization: Olaf’s shop' })).toBeVisible()
  await follow(page, second.address)
  await expect(page.getByText('You are in Olaf’s shop already.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Open Olaf’s shop' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  // Who sells reads the team, and is told who invites.
  await follow(page, '/settings?tab=team')
  await expect(members(page).getByRole('row', { name: /Greta/ })).toContainText('Can sell')
  const add = page.getByRole('button', { name: 'Invite teammates' })
  await add.focus()
  await expect(page.getByRole('tooltip', { name: 'Only an owner can invite people and revoke invites.' })).toBeVisible()
})

test('IN-02 a link that can not be answered says why, each in its own words, and what to do @rare', async ({
  page,
  reference,
}) => {
  const owner = await newPerson(page, reference, 'Olive')
  const guest = await newPerson(page, reference, 'Gwen')
  const revoked = await owner.invite(guest.email)
  await letIn(page, guest.email, demoPassword)
  // Revoked while the page is open, it is told as what it has become.
  await page.goto(revoked.address)
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  await owner.call('POST', `/invites/${revoked.id}/revoke`, {})
  await page.getByRole('button', { name: 'Accept' }).click()
  const why = page.getByRole('main').getByRole('alert')
  await expect(why).toHaveText('This invite was revoked.')
  await expectAccessibleInBoth(page)
  const { address } = await owner.invite(guest.email)
  await follow(page, `${address}x`)
  await expect(why).toContainText('This link leads to no invite.')
  const heal = await failCalls(page, '/invites/by-token', 'POST')
  await follow(page, address)
  await expect(why).toHaveText('Out of order')
  await heal()
  await page.getByRole('button', { name: 'Try again' }).click()
  const accept = page.getByRole('button', { name: 'Accept' })
  await expect(accept).toBeVisible()
  for (const [said, message] of [
    [{ state: 'gone', organizationName: null }, 'The organization that invited you is no longer there.'],
    [{ state: 'accepted' }, 'This invite has been used already.'],
    [{ state: 'declined' }, 'You have declined the invite.'],
    [{ state: 'expired', isAsked: true }, 'We have told those who invited you.'],
  ] as const) {
    const unsay = await saying(page, said)
    await follow(page, revoked.address)
    await expect(page.getByText(message)).toBeVisible()
    await unsay()
    await follow(page, address)
    await expect(accept).toBeVisible()
  }
  const unsay = await saying(page, { state: 'expired' })
  await follow(page, revoked.address)
  const ask = page.getByRole('button', { name: 'Ask for a new one' })
  await expect(ask).toBeVisible()
  await expectAccessible(page)
  // Whoever asks for what can't be given is told so.
  const refused = page.waitForResponse('**/api/v1/invites/ask')
  await ask.click()
  await refused
  await expect(page.getByText('This invite was revoked.')).toBeVisible()
  await page.route('**/api/v1/invites/ask', (route) => route.fulfill({ json: { success: true, message: 'Asked' } }))
  await ask.click()
  await expect(page.getByText('We have told those who invited you.')).toBeVisible()
  await unsay()
})

test('ST-01 SE-11 GE-07 a new organization is made from the switcher, is gone into, and has nothing of the other one @rare', async ({
  page,
  reference,
}) => {
  const owner = await newPerson(page, reference, 'Orla')
  await letIn(page, owner.email, demoPassword)
  await page.goto('/settings?tab=team')
  await expect(members(page).getByRole('row', { name: /Orla/ })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'New organization' })
  const name = dialog.getByLabel('Name')
  const open = async () => {
    await page.getByRole('button', { name: 'Organization: Orla’s shop' }).click()
    await page.getByRole('menuitem', { name: 'New organization' }).click()
    await expect(name).toBeFocused()
  }
  const create = () => dialog.getByRole('button', { name: 'Create' }).click()
  await open()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open()
  await create()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expectAccessibleInBoth(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await open()
  await name.fill('Second shop')
  await name.blur()
  await page.keyboard.press('Escape')
  await keepEditing(page)
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await open()
  await name.fill('Second shop')
  await owner.invite(newAddress('somebody'))
  const heal = await failCalls(page, '/organizations', 'POST')
  await create()
  await expect(page.getByText('Out of order')).toBeVisible()
  await heal()
  // The answer is lost, and the same is sent again by itself: there is one.
  await loseAnswer(page, '/organizations')
  await create()
  await expect(page.getByText('You are in Second shop now.')).toBeVisible()
  await expect(page.getByText('Nobody is invited.')).toBeVisible()
  await page.getByRole('button', { name: 'Organization: Second shop' }).click()
  await expect(page.getByRole('menuitemcheckbox')).toHaveText(['Orla’s shop', 'Second shop'])
})
