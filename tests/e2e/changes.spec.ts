import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright/test'
import { Api } from './api'
import { expect, savingData, test } from './fixtures'
import { findWinterWarmers, letIn } from './reference'

/** Two people of one organization, each with a browser of their own. */
async function twoPeople(browser: Browser, url: string): Promise<[Page, Page]> {
  const pages = await Promise.all(
    [0, 1].map(async () => {
      const context = await browser.newContext({ baseURL: url })
      await savingData(context)
      return context.newPage()
    }),
  )
  for (const page of pages) await letIn(page)
  return pages as [Page, Page]
}

/** The feed of this page's workspace is heard of by its request. */
const live = (page: Page) => page.waitForResponse((response) => response.url().includes('/api/v1/events'))

/** Opens the customers, with a feed that is none of the page before. */
async function openLive(page: Page): Promise<void> {
  await page.goto('about:blank')
  await Promise.all([live(page), page.goto('/customers')])
}

async function openOffers(page: Page): Promise<void> {
  const link = await findWinterWarmers(page)
  await page.goto(`${await link.getAttribute('href')}?tab=offers`)
  await expect(page.locator('tr[data-record]').first()).toBeVisible()
}

const offerRow = (page: Page) => page.locator('tr[data-record]').first()

async function changeOffer(page: Page, quantity: number): Promise<number> {
  await offerRow(page).getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Offer' })
  await dialog.getByLabel('Quantity', { exact: true }).fill(String(quantity))
  const answered = page.waitForResponse((response) => response.request().method() === 'PUT')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await answered
  return Date.now()
}

test('GE-09 LV-01 GE-06 two people on one list and in one offer see each other’s changes as they happen', async ({
  browser,
  reference,
}) => {
  const [ada, ben] = await twoPeople(browser, reference.url)
  await ben.goto('about:blank')
  const [listening] = await Promise.all([live(ben), openOffers(ben)])
  expect(listening.status()).toBe(200)
  await openOffers(ada)
  let reads = 0
  ada.on('request', (request) => {
    if (request.method() === 'PUT') reads = 0
    else if (request.url().endsWith('/search')) reads += 1
  })
  // The own change is read once, and its notice leads to nothing more. Other tests change offers as well, but not each time.
  let quantity = 4320
  await expect(async () => {
    quantity += 1
    const changedAt = await changeOffer(ada, quantity)
    await expect(offerRow(ben)).toContainText(quantity.toLocaleString('en-US'))
    console.log(`the offer list showed it after ${Date.now() - changedAt} ms`)
    await expect(offerRow(ben)).toHaveAttribute('data-marked', 'true')
    await expect(offerRow(ben)).not.toHaveAttribute('data-marked', 'true')
    expect(reads).toBe(1)
  }).toPass({ timeout: 60_000 })

  await offerRow(ben).getByRole('button').last().click()
  await ben.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = ben.getByRole('dialog', { name: 'Edit Offer' })
  await dialog.getByLabel('Base Price').fill('77.5')
  const changedAgainAt = await changeOffer(ada, 1234)
  await expect(dialog).toContainText('This has been changed elsewhere meanwhile')
  console.log(`the dialog said so after ${Date.now() - changedAgainAt} ms`)
  await dialog.getByRole('button', { name: 'Use theirs' }).click()
  await expect(dialog.getByLabel('Quantity', { exact: true })).toHaveValue('1234')
  await ada.context().close()
  await ben.context().close()
})

test('GE-09 LV-01 a customer whom somebody else adds, and what was missed offline, come by themselves @rare', async ({
  browser,
  reference,
}) => {
  const [ada, ben] = await twoPeople(browser, reference.url)
  await openLive(ben)
  await expect(ben.locator('tr[data-record]').first()).toBeVisible()
  const add = async (name: string) => {
    await ada.goto('/customers?action=new')
    const dialog = ada.getByRole('dialog')
    await dialog.getByLabel('First name').fill(name)
    await dialog.getByLabel('Email').fill(`${name.toLowerCase()}@moss.example`)
    const answered = ada.waitForResponse((response) => response.url().endsWith('/customers'))
    await dialog.getByRole('button', { name: 'Add customer' }).click()
    await answered
    return Date.now()
  }
  const addedAt = await add('Zelda')
  await expect(ben.getByRole('row').filter({ hasText: 'Zelda' })).toBeVisible()
  console.log(`the customer list showed it after ${Date.now() - addedAt} ms`)
  await ben.context().setOffline(true)
  await expect(ben.getByText('You are offline.')).toBeVisible()
  await add('Yorick')
  await ben.context().setOffline(false)
  await expect(ben.getByRole('row').filter({ hasText: 'Yorick' })).toBeVisible()
  await ada.context().close()
  await ben.context().close()
})

test('OR-05 GE-09 LV-01 two people on one order and its list see each other’s notes, addresses and cancelling as they happen @rare', async ({
  browser,
  request,
  reference,
}) => {
  const api = await new Api(request, reference.url).signIn()
  const order = await api.placeOrder()
  const [ada, ben] = await twoPeople(browser, reference.url)
  const open = async (page: Page, path: string) => {
    await page.goto('about:blank')
    await Promise.all([live(page), page.goto(path)])
  }
  const address = `/orders/${order.id}`
  await open(ada, address)
  await open(ben, address)
  const dialogOf = (page: Page) => page.getByRole('dialog')
  const begin = async (page: Page, action: string) => {
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  /** Presses a button of the dialog, and shows how long after the answer the other one sees it. */
  const seen = async (press: string, what: string, look: () => Promise<void>) => {
    const answered = ada.waitForResponse((response) => /\/orders\/[^/]+\/\w+$/.test(response.url()))
    await dialogOf(ada).getByRole('button', { name: press }).click()
    expect((await answered).status()).toBe(200)
    const changedAt = Date.now()
    await look()
    console.log(`${what} after ${Date.now() - changedAt} ms`)
  }
  // Ten seconds is how long it takes whoever hears of nothing.
  const soon = { timeout: 5_000 }

  await ada.getByRole('button', { name: 'Add note' }).click()
  await dialogOf(ada).getByLabel('Note').fill('Ring twice')
  await seen('Add note', 'the order showed the note', () =>
    expect(ben.getByRole('list', { name: 'Timeline' })).toContainText('Ring twice', soon),
  )

  await begin(ben, 'Edit address')
  await dialogOf(ben).getByLabel('City').fill('Dallas')
  await begin(ada, 'Edit address')
  await dialogOf(ada).getByLabel('Address', { exact: true }).fill('10 Heron Wharf')
  const news = dialogOf(ben).getByRole('status').filter({ hasText: 'This has been changed elsewhere meanwhile' })
  await seen('Save', 'the dialog told of the address', () => expect(news).toBeVisible(soon))
  await expect(news.locator('del')).toHaveText('9 Heron Wharf')
  await expect(news.locator('ins')).toHaveText('10 Heron Wharf')
  // What only one of both has changed is kept of each.
  await dialogOf(ben).getByRole('button', { name: 'Keep mine' }).click()
  await expect(dialogOf(ben).getByLabel('Address', { exact: true })).toHaveValue('10 Heron Wharf')
  await expect(dialogOf(ben).getByLabel('City')).toHaveValue('Dallas')
  await dialogOf(ben).getByRole('button', { name: 'Save' }).click()
  for (const page of [ada, ben]) {
    const shown = page.getByRole('region', { name: 'Address' })
    await expect(shown).toContainText('10 Heron Wharf', soon)
    await expect(shown).toContainText('Dallas', soon)
  }

  // Who still changes the address of an order that has been cancelled hears why it can't be.
  await begin(ben, 'Edit address')
  await dialogOf(ben).getByLabel('City').fill('Houston')
  await begin(ada, 'Cancel order')
  await seen('Cancel order', 'the order showed that it is cancelled', () =>
    // Behind the dialog.
    expect(ben.locator('main').getByText('Cancelled', { exact: true }).first()).toBeVisible(soon),
  )
  await dialogOf(ben).getByRole('button', { name: 'Save' }).click()
  await expect(ben.getByRole('region', { name: 'Notifications' })).toContainText('This order has been cancelled.')
  await expect(dialogOf(ben).getByLabel('City')).toHaveValue('Houston')

  const other = await api.placeOrder()
  await open(ben, `/orders?q=${other.number}`)
  const shown = ben.getByRole('row').filter({ hasText: `#${other.number}` })
  await expect(shown).toBeVisible()
  await open(ada, `/orders/${other.id}`)
  await begin(ada, 'Cancel order')
  await seen('Cancel order', 'the order list showed it', () => expect(shown).toContainText('Cancelled', soon))
  await ada.context().close()
  await ben.context().close()
})

test('LV-01 two tabs of one browser share one stream, and the other one takes over @rare', async ({
  browser,
  reference,
}) => {
  const context = await browser.newContext({ baseURL: reference.url })
  await savingData(context)
  const first = await context.newPage()
  await letIn(first)
  await first.goto('about:blank')
  let streams = 0
  context.on('request', (request) => {
    if (request.url().includes('/api/v1/events')) streams += 1
  })
  await openLive(first)
  const second = await context.newPage()
  await second.goto('/customers')
  await expect(second.locator('tr[data-record]').first()).toBeVisible()
  expect(streams).toBe(1)
  await Promise.all([live(second), first.close()])
  expect(streams).toBe(2)
  await context.close()
})

/** A proxy before the server that lets nothing of a stream through. */
async function withoutStreams(url: string) {
  const target = new URL(url)
  const proxy = createServer((incoming, outgoing) => {
    if (incoming.url?.startsWith('/api/v1/events')) return outgoing.writeHead(502).end()
    const { method, headers, url: path } = incoming
    const onward = httpRequest({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}

test('LV-01 where a proxy lets no stream through, what is on the screen is read every ten seconds @rare', async ({
  browser,
  reference,
}) => {
  const proxy = await withoutStreams(reference.url)
  const context = await browser.newContext({ baseURL: proxy.url })
  await savingData(context)
  const page = await context.newPage()
  await letIn(page)
  await page.clock.install()
  await page.goto('/customers')
  await expect(page.locator('tr[data-record]').first()).toBeVisible()
  let reads = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/search')) reads += 1
  })
  // Three tries, and then one read every ten seconds.
  const readsAfterASecond = async () => {
    await page.clock.runFor(1_000)
    return reads
  }
  await expect.poll(readsAfterASecond, { timeout: 40_000, intervals: [50] }).toBeGreaterThanOrEqual(2)
  await context.close()
  proxy.close()
})
