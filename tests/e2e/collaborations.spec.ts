import type { Locator, Page } from 'playwright/test'
import { Api } from './api'
import { expectAccessibleInBoth } from './axe'
import { savedCsv } from './downloads'
import { expect, savingData, test } from './fixtures'
import { linkTo, partner, shareCampaigns } from './partners'
import { letIn } from './reference'
import { failCalls, keepEditing, question, waitForState } from './transitions'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

interface Dialog {
  open: () => Promise<Locator>
  send: string
  change: (dialog: Locator) => Promise<unknown>
  path: string
  method: string
}

/** Chooses what is shared of a campaign, and leaves the field. */
async function choose(dialog: Locator, campaign: string, right: string) {
  await dialog.getByLabel(campaign).selectOption(right)
  await dialog.getByLabel(campaign).focus()
  await dialog.getByLabel(campaign).blur()
}

/** Takes the ways out of a form, and sends it once in vain; it is left open. */
async function takeEveryWayOut(page: Page, { open, send, change, path, method }: Dialog): Promise<Locator> {
  const dialog = await open()
  const submit = () => dialog.getByRole('button', { name: send, exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await open()
  await change(dialog)
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await open()
  await change(dialog)
  await page.keyboard.press('Escape')
  await keepEditing(page)
  const heal = await failCalls(page, path, method)
  await submit()
  await heal()
  await expect(page.getByText('Out of order')).toBeVisible()
  await expect(dialog).toBeVisible()
  return dialog
}

/** Answers a question with no, in vain and with yes. */
async function ask(page: Page, open: () => Promise<void>, title: string, path: string) {
  const dialog = page.getByRole('alertdialog', { name: title })
  const yes = () => dialog.getByRole('button', { name: title === 'Decline invitation' ? 'Decline' : title }).click()
  await open()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open()
  const heal = await failCalls(page, path, 'POST')
  await yes()
  await heal()
  await expect(page.getByText('Out of order')).toBeVisible()
  await expect(dialog).toBeHidden()
  await open()
  await yes()
  await expect(dialog).toBeHidden()
}

test('RT-10 CO-01 CO-02 LI-05 two organizations agree on what is shared, each in a browser of its own @rare', async ({
  browser,
  page,
  request,
  reference,
}) => {
  const api = await new Api(request, reference.url).signIn()
  const campaign = await api.addCampaign({ name: `Aaa shared ${Date.now()}` })
  const second = await api.addCampaign({ name: `Aab shared ${Date.now()}` })
  await letIn(page)
  await page.goto('/dashboard')
  await page.getByRole('navigation').getByRole('link', { name: 'Collaborations' }).click()
  const invitation = page.getByRole('dialog', { name: 'Invite partner' })
  const fill = async (dialog: Locator) => {
    await dialog.getByLabel('Email').fill('Demo@Offerdesk.example')
    await dialog.getByLabel('Share', { exact: true }).fill('12.5')
    await dialog.getByLabel(campaign.name).selectOption('sell')
  }
  const invite = async () => {
    await page.getByRole('button', { name: 'Invite partner' }).first().click()
    await expect(invitation.getByLabel(campaign.name)).toBeVisible()
    return invitation
  }
  const path = '/collaborations'
  await takeEveryWayOut(page, { open: invite, send: 'Send invitation', change: fill, path, method: 'POST' })
  const send = () => invitation.getByRole('button', { name: 'Send invitation' }).click()
  await invitation.getByLabel('Share', { exact: true }).fill('100.01')
  await send()
  await expect(invitation.getByLabel('Share', { exact: true })).toHaveAccessibleDescription(
    /The share must be between 0 and 100 percent/,
  )
  await expectAccessibleInBoth(page)
  await invitation.getByLabel('Share', { exact: true }).fill('12.5')
  await send()
  await expect(invitation).toBeHidden()
  await page.reload()
  const own = page.getByRole('row', { name: /demo@offerdesk\.example/ })
  await expect(own).toContainText('Invited')
  await invite()
  await fill(invitation)
  await send()
  await expect(invitation.getByLabel('Email')).toHaveAccessibleDescription(/invited already/)
  await invitation.getByLabel('Email').fill(partner.toUpperCase())
  // One of many is found by its name, and stays when another is looked for; nothing is sent by that.
  const find = invitation.getByLabel('Find a campaign')
  await find.fill(`  ${second.name.toUpperCase()}`)
  await expect(invitation.getByRole('combobox')).toHaveCount(2)
  await find.press('Enter')
  await invitation.getByLabel(second.name).selectOption('see')
  await find.fill('none of them')
  await expect(invitation.getByRole('combobox')).toHaveCount(2)
  await find.fill('')
  await send()
  await expect(invitation).toBeHidden()
  await expectAccessibleInBoth(page)

  // An invitation to oneself is told for what it is, and withdrawn.
  await page.goto(linkTo(reference, 'demo@offerdesk.example'))
  const openAcceptance = async (of: Page) => {
    await of.getByRole('button', { name: 'Accept' }).click()
    const dialog = of.getByRole('dialog', { name: 'Accept invitation' })
    await expect(dialog.locator(':focus')).toHaveCount(1)
    return dialog
  }
  const acceptance = await takeEveryWayOut(page, {
    open: () => openAcceptance(page),
    send: 'Accept',
    change: (dialog) => choose(dialog, campaign.name, 'see'),
    path: `${path}/accept`,
    method: 'POST',
  })
  const sendAcceptance = () => acceptance.getByRole('button', { name: 'Accept' }).click()
  await choose(acceptance, campaign.name, '')
  await sendAcceptance()
  await expect(acceptance.getByText('Share at least one campaign')).toBeVisible()
  await choose(acceptance, campaign.name, 'sell')
  await sendAcceptance()
  await expect(page.getByText('An organization can’t collaborate with itself')).toBeVisible()
  // As if it were for another organization of theirs.
  await page.route(`**/api/v1${path}/accept`, (route) => route.fulfill({ json: { data: { id: 'col_1' } } }), {
    times: 1,
  })
  await sendAcceptance()
  await expect(acceptance).toBeHidden()
  await ask(page, () => page.getByRole('button', { name: 'Decline' }).click(), 'Decline invitation', `${path}/decline`)
  await expect(page.getByRole('heading', { name: 'This invitation has been declined.' })).toBeVisible()
  await page.goto(linkTo(reference, partner))
  await expect(page.getByRole('heading', { name: /^This invitation was sent to another address/ })).toBeVisible()

  await page.goto('/admin/collaborations')
  await page
    .getByRole('row', { name: /rival@offerdesk\.example/ })
    .getByRole('link')
    .click()
  await expect(page.getByText('The invitation has been sent.')).toBeVisible()
  await ask(page, () => page.getByRole('button', { name: 'Send again' }).click(), 'Send again', `${path}/*/renew`)
  await expect(page.getByText('Invitation sent again')).toBeVisible()
  await waitForState(page, 'changeFeed', 'live')

  const context = await browser.newContext({ baseURL: reference.url })
  await savingData(context)
  const theirs = await context.newPage()
  await letIn(theirs, partner)
  await theirs.goto(linkTo(reference, partner))
  await expect(theirs.getByRole('heading', { name: 'Northwind Supply wants to share campaigns' })).toBeVisible()
  await expectAccessibleInBoth(theirs)
  const accept = await openAcceptance(theirs)
  await choose(accept, second.name, '')
  await accept.getByRole('button', { name: 'Accept' }).click()
  await expect(accept).toBeHidden()
  // What has been accepted is there to see, and the link leads to it from now on.
  await expect(theirs).toHaveURL(/\/admin\/collaborations\/[\da-f-]+$/)
  await theirs.goto(linkTo(reference, partner))
  const shown = theirs.getByRole('table', { name: 'Shared campaigns' })
  await expect(shown.getByRole('row', { name: new RegExp(campaign.name) })).toContainText('See and sell')
  await expect(shown).not.toContainText(second.name)
  await expectAccessibleInBoth(theirs)

  // Whoever shares hears of it at once, and so does the partner of what becomes of it.
  await expect(page.getByRole('heading', { name: 'Rival Traders' })).toBeVisible()
  const sharing = page.getByRole('dialog', { name: 'Shared campaigns' })
  const share = await takeEveryWayOut(page, {
    open: async () => {
      await page.getByRole('button', { name: 'Change' }).click()
      await expect(sharing.getByLabel(second.name)).toBeVisible()
      return sharing
    },
    send: 'Save',
    change: (dialog) => choose(dialog, second.name, 'see'),
    path: `${path}/*`,
    method: 'PUT',
  })
  await share.getByLabel(campaign.name).selectOption('')
  await share.getByLabel(second.name).selectOption('')
  await share.getByRole('button', { name: 'Save' }).click()
  await expect(share.getByText('Share at least one campaign')).toBeVisible()
  await share.getByLabel(second.name).selectOption('see')
  await share.getByRole('button', { name: 'Save' }).click()
  await expect(share).toBeHidden()
  await expect(shown.getByRole('row', { name: new RegExp(second.name) })).toContainText('See')
  await expect(shown).not.toContainText(campaign.name)
  await expect(theirs.getByRole('button', { name: 'Change' })).toBeHidden()
  await page.getByRole('button', { name: 'View as partner' }).click()
  await expect(page.getByText('You see what your partner sees.')).toBeVisible()
  await expect(page.getByText('Their share')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden()
  await expect(shown).toContainText(second.name)
  await page.getByRole('link', { name: 'Back to your view' }).click()
  const one = (label: string) => () => page.getByRole('button', { name: label, exact: true }).click()
  // What has happened so far is one recording, and what comes is another.
  await page.reload()
  await ask(page, one('Pause'), 'Pause collaboration', `${path}/*/pause`)
  await expect(theirs.getByText('It is paused: you see and sell nothing')).toBeVisible()
  await expect(theirs.getByText('Nothing is shared during a pause.')).toBeVisible()
  await ask(page, one('Resume'), 'Resume collaboration', `${path}/*/resume`)
  await expect(shown).toContainText(second.name)
  await ask(
    theirs,
    () => theirs.getByRole('button', { name: 'End', exact: true }).click(),
    'End collaboration',
    `${path}/*/end`,
  )
  await expect(page.getByText('It has ended.')).toBeVisible()
  await context.close()
})

test('CO-01 CO-02 a partner sells what is shared, and both organizations see what is owed for it', async ({
  page,
  request,
  reference,
}) => {
  const owner = await new Api(request, reference.url).signIn()
  const rival = await new Api(request, reference.url).signIn(partner)
  const campaign = await owner.addCampaign()
  const { id: productId } = await owner.addProduct({ stock: 50 })
  const offer = await owner.addOffer(campaign.id, productId, {
    displayName: 'Lamp of theirs',
    quantity: 50,
    basePrice: 20,
    gatewayInstanceId: (await owner.addGateway()).id,
  })
  // The offer is there, and its product is not.
  const gone = await owner.addProduct({ stock: 0 })
  await owner.addOffer(campaign.id, gone.id, { displayName: 'Shade of theirs', quantity: 5, basePrice: 9 })
  const seen = await owner.addCampaign()
  const campaigns = [
    { campaignId: campaign.id, right: 'sell' },
    { campaignId: seen.id, right: 'see' },
  ] as const
  const id = await shareCampaigns(reference, owner, rival, campaigns)

  await letIn(page, partner)
  await page.goto(`/admin/collaborations/${id}`)
  const tab = (name: string) => page.getByRole('tab', { name }).click()
  await tab('Orders and statement')
  await expect(page.getByText('Nothing has been paid yet, so nothing is owed.')).toBeVisible()
  await tab('Timeline')
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('accepted')
  await expectAccessibleInBoth(page)
  await tab('Orders and statement')
  await expect(page).toHaveURL(/\?tab=orders$/)
  const dialog = page.getByRole('dialog', { name: 'Sell' })
  const fill = async () => {
    await dialog.getByLabel('Offer', { exact: true }).selectOption(offer.displayName)
    await dialog.getByLabel('First name').fill('Ines')
    await dialog.getByLabel('Last name').fill('Sol')
    await dialog.getByLabel('Email').fill('ines@sol.example')
    await dialog.getByLabel('Phone').fill('512 555 0117')
    await dialog.getByLabel('Address', { exact: true }).fill('9 Heron Wharf')
    await dialog.getByLabel('City').fill('Austin')
    await dialog.getByLabel('State').fill('TX')
    await dialog.getByLabel('Postal code').fill('78704')
    await dialog.getByLabel('Country').selectOption('US')
    await dialog.getByLabel('Country').blur()
  }
  const sell = await takeEveryWayOut(page, {
    open: async () => {
      await page.getByRole('button', { name: 'Sell', exact: true }).click()
      await expect(dialog.getByLabel('Campaign')).toHaveValue(campaign.id)
      await expect(dialog.getByRole('option', { name: offer.displayName })).toBeAttached()
      return dialog
    },
    send: 'Place order',
    change: fill,
    path: '/collaborations/*/orders',
    method: 'POST',
  })
  await expect(sell.getByRole('option', { name: 'Shade of theirs (sold out)' })).toBeDisabled()
  const place = () => sell.getByRole('button', { name: 'Place order' }).click()
  await sell.getByLabel('Quantity').fill('0')
  await place()
  await expect(sell.getByLabel('Quantity')).toHaveAccessibleDescription(/Quantity must be at least 1/)
  // What the server refuses of a line is said at its field, too, which has the focus; what was typed stays.
  await sell.getByLabel('Quantity').fill('51')
  await place()
  await expect(sell.getByLabel('Quantity')).toHaveAccessibleDescription(/Only 50 of this offer left\./)
  await expect(sell.getByLabel('Quantity')).toBeFocused()
  await expect(sell.getByLabel('First name')).toHaveValue('Ines')
  await sell.getByLabel('Unit price').fill('21')
  await expect(sell.getByLabel('Quantity')).toHaveAccessibleDescription(/Only 50 of this offer left\./)
  await sell.getByLabel('Unit price').fill('20')
  await sell.getByLabel('Quantity').fill('2')
  await expect(sell.getByText('Together $40.00. Tax that is not in the prices')).toBeVisible()
  await expect(sell.getByLabel('Quantity')).not.toHaveAccessibleDescription(/left\./)
  await expectAccessibleInBoth(page)
  const settle = (status: string) => owner.call('PUT', `/campaigns/${campaign.id}`, { status })
  await settle('completed')
  await place()
  await expect(sell.getByLabel('Campaign')).toHaveAccessibleDescription(/This campaign is completed\./)
  await settle('active')
  await place()
  // The customer is still on the phone: the link is sent, and its code read out (NO-06).
  const placed = page.getByRole('dialog', { name: /^Order #\d+ placed$/ })
  await expect(placed.getByRole('button', { name: 'Send payment link' })).toBeFocused()
  await expect(placed.getByText('No payment link has been made yet.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Payment link sent', { exact: true })).toBeVisible()
  await expect(placed.getByText('Mailed to ines@sol.example')).toBeVisible()
  await expect(placed.getByRole('group', { name: 'Code to read out' })).toContainText(/[A-Z2-9]{4}-[A-Z2-9]{4}/)
  await expect(placed.getByRole('button', { name: 'Send again' })).toBeEnabled()
  await expectAccessibleInBoth(page)
  await placed.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(placed).toBeHidden()
  const row = page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: /Ines Sol/ })
  await expect(row).toContainText('2 × Lamp of theirs')
  await expect(row).toContainText('$40.00')
  await expect(row.getByRole('link')).toHaveCount(0)

  // Later, too: from the list of what they have sold.
  const viewed = page.getByRole('dialog', { name: /^Order #\d+$/ })
  const view = async () => {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Payment link' }).click()
    await expect(viewed.getByText('Mailed to ines@sol.example')).toBeVisible()
  }
  await view()
  await page.keyboard.press('Escape')
  await expect(viewed).toBeHidden()
  await view()
  await viewed.getByRole('button', { name: 'End link' }).click()
  await expect(viewed.getByText('Nothing can be paid by that link any more.')).toBeVisible()
  await viewed.getByRole('button', { name: 'Close', exact: true }).last().click()

  const [order] = await owner.call<{ id: string }[]>('GET', `/collaborations/${id}/orders`)
  const asSeller = { organizationId: rival.organizationId, mail: false }
  const path = `/collaborations/${id}/orders/${order?.id}/payment-links`
  const link = await rival.call<{ linkUrl: string }>('POST', path, asSeller)
  const secret = link.linkUrl.slice(link.linkUrl.lastIndexOf('/') + 1)
  const card = { cardNumber: '4242 4242 4242 4242', expiry: '12/99', securityCode: '123' }
  const attempt = { attemptId: crypto.randomUUID(), card }
  expect((await request.post(`${reference.url}/api/v1/payments/${secret}/attempts`, { data: attempt })).ok()).toBe(true)
  const statement = page.getByRole('table', { name: 'Statement' })
  await expect(statement.getByRole('row', { name: 'Northwind Supply owes you' })).toContainText('$5.00')
  await expect(row).toContainText('Paid')
  await expectAccessibleInBoth(page)
  const sold = await savedCsv(page)
  expect([sold.name, ...sold.lines]).toEqual([
    'sold-orders.csv',
    expect.stringMatching(/^#\d+,Ines Sol,40,2 × Lamp of theirs,Paid,.*,Robin Vale,Open,USD$/),
  ])
  await page.getByRole('searchbox').fill('nobody')
  await expect(row).toBeHidden()

  // Partners come upon it where they work: beside their own campaigns, and as a campaign of a new order.
  await page.goto(`/campaigns?q=${encodeURIComponent(campaign.name)}`)
  const shared = page.getByRole('table', { name: 'Shared campaigns' }).getByRole('row')
  await expect(shared.filter({ hasText: campaign.name })).toContainText('Northwind Supply')
  await expect(shared).toHaveCount(2)
  await expectAccessibleInBoth(page)
  const received = await savedCsv(page, 'Download shared')
  expect([received.name, ...received.lines]).toEqual([
    'shared-campaigns.csv',
    `${campaign.name},Northwind Supply,Lighting,,,,Yes,See and sell`,
  ])
  await page.getByRole('searchbox').fill(seen.name)
  await expect(shared.filter({ hasText: seen.name })).toContainText('You may see this campaign')
  await page.goto('/orders/new')
  const sought = page.getByRole('combobox', { name: 'Find a customer' })
  await sought.fill('Una Reed')
  await page.getByRole('option', { name: /New customer/ }).click()
  await page.getByLabel('Phone').fill('512 555 0117')
  await page.getByRole('textbox', { name: 'City' }).fill('Austin')
  const options = page.getByLabel('Campaign')
  await expect(options.getByRole('option', { name: new RegExp(`${seen.name}.*You may see`) })).toBeDisabled()
  await options.selectOption(campaign.name)
  await expect(dialog.getByLabel('Campaign')).toHaveValue(campaign.id)
  await expect(dialog.getByLabel('Phone')).toHaveValue('512 555 0117')
  await expect(dialog.getByLabel('City')).toHaveValue('Austin')
  await fill()
  await dialog.getByLabel('First name').fill('Una')
  await sell.getByRole('button', { name: 'Place order' }).click()
  await expect(placed.getByText('No payment link has been made yet.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(placed).toBeHidden()
  expect(new URL(page.url()).search).toBe('')
  await tab('Orders and statement')
  await expect(row.or(page.getByRole('row', { name: /Una Sol/ })).first()).toBeVisible()
  const drafts = await rival.call<{ title: string }[]>('GET', `/order-drafts?organizationId=${rival.organizationId}`)
  expect(drafts.filter(({ title }) => title === 'Una Reed')).toEqual([])

  await owner.call('POST', `/collaborations/${id}/end`, {})
  await expect(page.getByText('It has ended.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sell', exact: true })).toBeHidden()
  await expect(statement).toContainText('$5.00')
})
