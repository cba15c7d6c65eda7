import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { Offer } from '../../contract/offers'
import type { Order } from '../../contract/orders'
import type { Product } from '../../contract/products'
import { freePort } from '../freePort'
import { demoFolder } from '../server/folders'
import { type AddedCampaign, Api, home } from './api'
import { type Browser, type BrowserContext, expect, type Page, type PlaywrightWorkerArgs, test } from 'playwright/test'
import { type Incident, type Kind, type Schedule, schedulesOf, shownSchedule } from './orderSchedules'
import { savingData } from './fixtures'
import { letIn } from './reference'
import { startServer } from './startServer'

/** `npm run figures -- ordersOnce` asks for more. */
const count = Number(process.env['SCHEDULES_OF_ORDERS'] ?? 1)
const seed = Number(process.env['SEED_OF_SCHEDULES'] ?? 51)

type Playwright = PlaywrightWorkerArgs['playwright']

const unitsToSell = 9_999

interface Shop {
  campaign: AddedCampaign
  product: Product
}

async function openShop(api: Api): Promise<Shop> {
  const campaign = await api.addCampaign()
  const product = await api.addProduct({ stock: unitsToSell })
  const offer = { displayName: 'Garden Hose', quantity: unitsToSell, basePrice: 20 }
  await api.addOffer(campaign.id, product.id, offer)
  return { campaign, product }
}

/** A server process over a database of its own, which can be killed and started again. */
class KillableServer {
  readonly #playwright: Playwright
  #folder = ''
  #port = 0
  #running: Awaited<ReturnType<typeof startServer>> | undefined
  #api: Api | undefined

  constructor(playwright: Playwright) {
    this.#playwright = playwright
  }

  async start(): Promise<this> {
    this.#folder = await demoFolder()
    this.#port = await freePort()
    await this.#run()
    return this
  }

  async #run(): Promise<void> {
    this.#running = await startServer(this.#port, { DATA_DIR: this.#folder, SEED: 'demo' })
    // No connection of the server before is used again.
    this.#api = await new Api(await this.#playwright.request.newContext(), this.url).signIn()
  }

  async killAndStart(): Promise<void> {
    await this.#running?.kill()
    await this.#run()
  }

  async stop(): Promise<void> {
    await this.#running?.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  get api(): Api {
    if (!this.#api) throw new Error('not started')
    return this.#api
  }
}

const placeButton = (page: Page) => page.getByRole('button', { name: /^Place order/ })
const items = (page: Page) => page.getByRole('table', { name: 'Items' })
const ended = (page: Page) =>
  page.getByRole('heading', { name: /^This (draft has been discarded|order has been placed)$/ })
const quantity = (page: Page) => page.getByRole('group', { name: 'Garden Hose' }).getByLabel('Quantity')
const isShown = (page: Page, look: (page: Page) => ReturnType<typeof items>) => look(page).first().isVisible()
/** However slow the machine is, and a server that has just been started. */
const long = { timeout: 40_000 }

/** One order that a person takes through everything that a schedule has for them. */
class Taking {
  readonly #browser: Browser
  readonly #server: KillableServer
  readonly #shop: Shop
  readonly #schedule: Schedule
  /** Who buys, by what no other order has. */
  readonly #lastName = `Once ${randomUUID().slice(0, 8)}`
  /** What was typed last, which nothing may lose. */
  #typed = ''
  /** What was placed, each time in the hope of being the only one. */
  readonly #placed = new Set<number>()
  #draft = ''

  constructor(browser: Browser, server: KillableServer, shop: Shop, schedule: Schedule) {
    this.#browser = browser
    this.#server = server
    this.#shop = shop
    this.#schedule = schedule
  }

  /** Resolves with how many units the one order has, and with what happened before it was placed. */
  async take(): Promise<{ units: number; happened: Incident[] }> {
    const context = await this.#browser.newContext({
      baseURL: this.#server.url,
      viewport: { width: 1440, height: 900 },
    })
    await savingData(context)
    context.setDefaultTimeout(long.timeout)
    const page = await context.newPage()
    await letIn(page)
    await this.#begin(page)
    const happened: Incident[] = []
    for (const [index, incident] of this.#schedule.incidents.entries()) {
      happened.push(incident)
      if (!(await this.#attempt(context, page, incident, 2 + (index % 2)))) break
      expect((await this.#orders()).length).toBeLessThanOrEqual(1)
    }
    await this.#finish(page)
    const [order, ...others] = await this.#orders()
    expect(others).toEqual([])
    const units = (order?.subtotal ?? 0) / 20
    expect(this.#placed).toContain(units)
    await context.close()
    return { units, happened }
  }

  async #begin(page: Page): Promise<void> {
    const { api } = this.#server
    const name = `Vera ${this.#lastName}`
    if (!this.#schedule.isNewCustomer) {
      const customer = await api.addCustomer(this.#lastName)
      await api.call('PUT', `/customers/${customer.id}`, { shippingAddress: home })
    }
    await page.goto('/orders')
    await page.getByRole('main').getByRole('link', { name: 'New order', exact: true }).click()
    await page.getByRole('combobox', { name: 'Campaign', exact: true }).selectOption(this.#shop.campaign.name)
    await page.getByRole('combobox', { name: 'Find a customer' }).fill(name)
    if (this.#schedule.isNewCustomer) {
      await page.getByRole('option', { name: /^New customer/ }).click()
      await expect(page.getByLabel('First name')).toHaveValue('Vera')
      // What is typed before would go where the focus comes.
      await expect(page.getByLabel('Email')).toBeFocused()
      await page.getByLabel('Email').fill(`${randomUUID().slice(0, 8)}@once.example`)
      const { address1, city, state, postalCode } = home
      for (const [label, value] of Object.entries({
        Address: address1,
        City: city,
        State: state,
        'Postal code': postalCode,
      }))
        await page.getByRole('textbox', { name: label, exact: true }).fill(value)
      await page.getByLabel('Country').selectOption('United States')
    } else {
      await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
      await expect(page.getByRole('region', { name: 'Address', exact: true })).toContainText(home.city)
    }
    await page.getByRole('combobox', { name: 'Add an offer' }).click()
    await page.getByRole('option', { name: /Garden Hose/ }).click()
    await expect(quantity(page)).toBeFocused()
    this.#typed = '1'
    this.#draft = page.url()
  }

  /** Whoever placed it before, and was led away, may find that it is an order by now. */
  async #place(page: Page, press: 'click' | 'dblclick' = 'click'): Promise<void> {
    this.#placed.add(Number(this.#typed))
    try {
      await placeButton(page)[press]({ timeout: 10_000 })
    } catch (error) {
      if (!(await isShown(page, ended))) throw error
    }
  }

  /** Types, places, and lets happen what is to; resolves with whether the order is still to be placed. */
  async #attempt(context: BrowserContext, page: Page, incident: Incident, units: number): Promise<boolean> {
    const { kind, at, delay } = incident
    this.#typed = String(units)
    await quantity(page).fill(this.#typed)
    if (at === 'typed') {
      await this.#happen(page, kind)
      return this.#comeBack(page)
    }
    if (at === 'stored') {
      await this.#afterStored(page, kind)
      return this.#comeBack(page)
    }
    if (kind === 'twoTabs') return this.#placeInTwoTabs(context, page)
    if (kind === 'lostAnswer' || kind === 'retry') await this.#lose(page, kind)
    await this.#place(page, kind === 'doubleClick' ? 'dblclick' : 'click')
    // A person does the next thing whenever they do.
    await new Promise((resolve) => setTimeout(resolve, delay))
    await this.#happen(page, kind)
    return this.#comeBack(page)
  }

  /** The connection is cut before the order has come to the server, or after it was stored. */
  async #lose(page: Page, kind: 'lostAnswer' | 'retry'): Promise<void> {
    await page.route(
      '**/api/v1/orders',
      async (route) => {
        if (kind === 'lostAnswer') await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
  }

  async #afterStored(page: Page, kind: Kind): Promise<void> {
    let hasHappened: () => void = () => undefined
    const happened = new Promise<void>((resolve) => (hasHappened = resolve))
    const stored = new Promise<void>((resolve) => {
      void page.route(
        '**/api/v1/orders',
        async (route) => {
          await route.fetch()
          resolve()
          await happened
          // The page that asked may be gone.
          await route.abort().catch(() => undefined)
        },
        { times: 1 },
      )
    })
    await this.#place(page)
    // Unless it was an order before.
    await Promise.race([stored, ended(page).waitFor(long)])
    await this.#happen(page, kind)
    hasHappened()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }

  async #placeInTwoTabs(context: BrowserContext, page: Page): Promise<boolean> {
    await expect(page.getByText('Saved', { exact: true })).toBeVisible(long)
    const other = await context.newPage()
    await other.goto(this.#draft)
    await expect(quantity(other)).toHaveValue(this.#typed, long)
    await Promise.all([this.#place(page), this.#place(other)])
    await expect(items(other).or(ended(other)).first()).toBeVisible(long)
    await other.close()
    return this.#comeBack(page)
  }

  async #happen(page: Page, kind: Kind): Promise<void> {
    if (kind === 'back') await page.goBack()
    else if (kind === 'reload') await page.reload()
    else if (kind === 'kill') await this.#server.killAndStart()
    else if (kind === 'signOut') {
      await page.getByRole('button', { name: 'Dana Reyes' }).click()
      await page.getByRole('menuitem', { name: 'Log out' }).click()
      await page.getByLabel('Email').fill('demo@offerdesk.example')
      await page.getByLabel('Password').fill('offerdesk-demo')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Dana Reyes' })).toBeVisible(long)
    }
  }

  /** Goes back to the draft, which is there with all that was typed, or the order is; resolves with whether it is to be placed. */
  async #comeBack(page: Page): Promise<boolean> {
    const isElsewhere = !/\/orders\/(?:new\?|[\w-]{36}$)/.test(page.url())
    if (isElsewhere) await page.goto(this.#draft)
    await expect(placeButton(page).or(items(page)).or(ended(page)).first()).toBeVisible(long)
    if (!(await isShown(page, placeButton))) {
      expect(await this.#orders()).toHaveLength(1)
      return false
    }
    await expect(quantity(page)).toHaveValue(this.#typed, long)
    return true
  }

  /** Whoever goes on in the end has their order. */
  async #finish(page: Page): Promise<void> {
    if (await isShown(page, placeButton)) {
      await this.#place(page)
      await expect(items(page).or(ended(page)).first()).toBeVisible(long)
    }
    expect(await this.#orders()).toHaveLength(1)
    // And the draft is none any more.
    await page.goto(this.#draft)
    await expect(ended(page)).toBeVisible(long)
  }

  async #orders(): Promise<Order[]> {
    return this.#server.api.search('orders', { q: this.#lastName })
  }
}

test('NO-03 NO-04 whatever happens on its way, a draft is there until it is an order, and becomes exactly one', async ({
  browser,
  playwright,
}) => {
  test.setTimeout(60_000 + count * 60_000)
  const server = await new KillableServer(playwright).start()
  // Whoever is in a call has its customer chosen already.
  await server.api.closeCalls()
  const shop = await openShop(server.api)
  const happened = new Map<string, number>()
  let units = 0
  for (const schedule of schedulesOf(seed, count)) {
    const shown = shownSchedule(schedule)
    const taken = await test.step(shown, () => new Taking(browser, server, shop, schedule).take())
    units += taken.units
    for (const { kind, at } of taken.happened) {
      const name = `${kind} ${at}`
      happened.set(name, (happened.get(name) ?? 0) + 1)
    }
  }
  // Rows of offers and products are what the contract says of them.
  const [offer] = (await server.api.search('offers', { filters: { campaignId: shop.campaign.id } })) as Offer[]
  const product = await server.api.call<Product>('GET', `/products/${shop.product.id}`)
  expect([offer?.quantity, product.stock]).toEqual([unitsToSell - units, unitsToSell - units])
  const kinds = [...happened].toSorted().map(([name, times]) => `  ${name.padEnd(20)}${times}`)
  console.log(
    [`${count} schedules (seed ${seed}), ${count} orders of ${units} units, none lost and none twice:`, ...kinds].join(
      '\n',
    ),
  )
  await server.stop()
})
