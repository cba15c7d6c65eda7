import type { Page } from 'playwright/test'
import { Api } from './api'
import { expectAccessible } from './axe'
import { expect, offersTab, row, test } from './fixtures'
import { letIn } from './reference'

const bar = (page: Page) => page.getByRole('banner')
const phone = { width: 390, height: 844 }

/** Elements of the page whose text is wider than they are. */
const clipped = (page: Page, within: string) =>
  page
    .locator(within)
    .evaluateAll((elements) =>
      elements.filter((element) => element.scrollWidth > element.clientWidth).map((element) => element.textContent),
    )

test.describe('at 768 px', () => {
  test.use({ viewport: { width: 768, height: 1024 } })

  test('SE-02 the bar shows both names in full, beside a call', async ({ open, page, backend }) => {
    backend.data.organizations[0]!['name'] = 'Northwind Supply Company'
    const call = { id: 'cal_1', phone: '+1 555 0100 200 300', startedAt: '2026-03-02T14:00:00Z' }
    backend.fail('GET /calls/ongoing/me', { status: 200, body: { data: call } }, { once: false })
    await open('/dashboard')
    await expect(bar(page).getByText(/On a call with/)).toBeVisible()
    await expect(bar(page).getByText('Northwind Supply Company')).toBeVisible()
    expect(await clipped(page, 'header > button > span')).toEqual([])
  })

  test('RT-06 the content has the whole width, and the navigation opens from its button', async ({ open, page }) => {
    await open('/campaigns')
    await expect(page.getByRole('link', { name: 'Spring Launch' })).toBeVisible()
    expect((await page.getByRole('main').boundingBox())?.width).toBe(768)
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' })
    await expect(link).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(link).toBeVisible()
  })
})

test('SE-11 the menu of organizations begins where its button does, and closes once one is chosen', async ({
  open,
  page,
}) => {
  await open('/dashboard')
  const button = page.getByRole('button', { name: 'Organization: First Org' })
  await button.click()
  await expect(page.getByRole('menu')).toBeVisible()
  expect((await page.getByRole('menu').boundingBox())?.x).toBe((await button.boundingBox())?.x)
  await page.getByRole('menuitemcheckbox', { name: 'Second Org' }).click()
  await expect(page.getByRole('button', { name: 'Organization: Second Org' })).toBeVisible()
  await expect(page.getByRole('menu')).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true })

  test('SE-02 beside the name of the organization there is room for how long a call has lasted', async ({
    open,
    page,
    backend,
  }) => {
    backend.data.organizations[0]!['name'] = 'Northwind Supply'
    const call = {
      id: 'cal_1',
      phone: '+1 555 0100 200 300',
      startedAt: new Date(Date.now() - 3_600_000).toISOString(),
    }
    backend.fail('GET /calls/ongoing/me', { status: 200, body: { data: call } }, { once: false })
    await open('/dashboard')
    await expect(bar(page).getByText(/^1:00:\d\d$/)).toBeInViewport({ ratio: 1 })
    expect(await clipped(page, 'header > button > span:not(:last-child), header > span')).toEqual([])
  })

  test('CD-01 a tab that is chosen comes into sight, by the address too', async ({ open, page }) => {
    await open('/campaigns/cmp_1?tab=email')
    const email = page.getByRole('tab', { name: 'Email' })
    await expect(email).toBeInViewport({ ratio: 1 })
    await page.getByRole('tab', { name: 'General Details' }).click()
    await expect(page.getByRole('tab', { name: 'General Details' })).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('End')
    await expect(email).toBeFocused()
    await expect(email).toBeInViewport({ ratio: 1 })
  })

  test('RT-06 one bar is above the content, and all that is touched is 44 px large', async ({ open, page }) => {
    await open(offersTab)
    await expect(row(page, 'Offer 001')).toBeVisible()
    const bars = await page
      .locator('header, nav[aria-label=Main]')
      .evaluateAll((elements) =>
        elements.map((element) => element.getBoundingClientRect().height).filter((height) => height > 0),
      )
    expect(bars).toEqual([48])
    const small = () =>
      page.locator('button, select, input, [role=tab], [role=menuitem], nav a').evaluateAll((elements) =>
        elements
          .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
          .filter((element) => {
            // Of a dialog that is still moving, parts of a pixel say nothing.
            const { width, height } = element.getBoundingClientRect()
            return (
              Math.round(height) < 44 ||
              (element.tagName === 'BUTTON' && Math.round(width) < 44 && element.getAttribute('role') !== 'tab')
            )
          })
          .map((element) => element.outerHTML.slice(0, 120)),
      )
    expect(await small()).toEqual([])
    const back = await page.getByRole('main').getByRole('link', { name: 'Campaigns' }).boundingBox()
    expect(back?.height).toBeGreaterThanOrEqual(44)
    await row(page, 'Offer 001').getByRole('button').last().click()
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
    expect(await small()).toEqual([])
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Offer' })
    await expect(dialog).toBeVisible()
    expect(await small()).toEqual([])
    const sizes = await dialog
      .locator('input')
      .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).fontSize))
    expect(new Set(sizes)).toEqual(new Set(['16px']))
  })

  test('OT-01 each offer is a card of two lines: its name, and its price with what is available', async ({
    open,
    page,
    backend,
  }) => {
    backend.data.organizations[0]!['currency'] = 'EUR'
    await open(offersTab)
    const card = row(page, 'Offer 001')
    await expect(card).toBeVisible()
    const seen = await card.getByRole('cell').evaluateAll((cells) =>
      cells
        .filter((cell) => cell.checkVisibility())
        .map((cell) => ({
          text: `${cell.textContent}${getComputedStyle(cell, '::after').content}`,
          top: Math.round(cell.getBoundingClientRect().top),
        })),
    )
    expect(seen.map(({ text }) => text).slice(0, 3)).toEqual(['Offer 001none', '10.00" EUR"', '100" available"'])
    expect(seen[1]?.top).toBe(seen[2]?.top)
    expect(seen[1]?.top).toBeGreaterThan(seen[0]?.top ?? 0)
    const { height, width } = (await card.getByRole('button').boundingBox()) ?? {}
    expect([height, width]).toEqual([44, 44])
    await expectAccessible(page)
  })

  test('RT-09 all of a card leads where its name does @rare', async ({ open, page }) => {
    await open('/campaigns')
    const card = row(page, 'Bare Campaign')
    await expect(card).toBeVisible()
    const { x = 0, y = 0, width = 0, height = 0 } = (await card.boundingBox()) ?? {}
    await page.touchscreen.tap(x + width - 12, y + height - 8)
    await expect(page.getByRole('heading', { name: 'Bare Campaign' })).toBeVisible()
  })

  test('DT-03 a list of cards is sorted by a choice', async ({ open, page, backend }) => {
    await open(offersTab)
    await page.getByLabel('Sort by').selectOption('Base Price, descending')
    const asked = () => backend.callsOf('POST /search', { resource: 'offers' }).at(-1)?.body
    await expect.poll(asked).toMatchObject({ sortBy: 'basePrice', sortOrder: 'desc' })
    await expect(page.getByLabel('Sort by')).toHaveValue('basePrice desc')
    await page.getByLabel('Sort by').selectOption('Sort by: default')
    // What was read before is shown at once.
    await expect(page).not.toHaveURL(/sort=/)
  })
})

test.describe('at 1440 px', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('OT-01 GE-02 all but the dates are in sight, amounts name their currency once, and Name and head stay', async ({
    open,
    page,
    backend,
  }) => {
    backend.data.organizations[0]!['currency'] = 'EUR'
    const name = 'An offer whose name is longer than any column of a table wants to be, even a wide one'
    Object.assign(backend.data.offers[1]!, { displayName: name, basePrice: 1_234_567.5 })
    await open(`${offersTab}&size=100`)
    await expect(row(page, 'Offer 001')).toBeVisible()
    const head = (title: string) => page.getByRole('columnheader', { name: title, exact: true })
    const rightOf = async (title: string) => {
      const { x = 0, width = 0 } = (await head(title).boundingBox()) ?? {}
      return x + width
    }
    const actions = (await row(page, 'Offer 001').getByRole('cell').last().boundingBox()) ?? { x: 0 }
    expect(await rightOf('Quantity Available')).toBeLessThanOrEqual(actions.x)
    for (const title of ['Base Price', 'Shipping Price', 'Min Price', 'Max Price']) {
      expect(
        await head(title)
          .locator('[data-currency]')
          .evaluate((element) => getComputedStyle(element, '::after').content),
      ).toContain('EUR')
    }
    await expect(row(page, 'Offer 001').getByRole('cell').nth(1)).toHaveText('10.00')
    // Titles stand in line: all of them on one, and those of numbers end where their numbers do.
    const titleBox = (title: string) =>
      head(title)
        .getByRole('button')
        .locator('span')
        .evaluate((element) => {
          const { right, bottom } = element.getBoundingClientRect()
          return { right: Math.round(right), bottom: Math.round(bottom) }
        })
    const endOfText = (cell: Element) => {
      const range = document.createRange()
      range.selectNode(document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode() ?? cell)
      return Math.round(range.getBoundingClientRect().right)
    }
    const { bottom } = await titleBox('Name')
    for (const [index, title] of ['Base Price', 'Shipping Price', 'Quantity Per Order'].entries()) {
      const box = await titleBox(title)
      expect(box.bottom).toBe(bottom)
      // What is changed where it stands has an edge of one pixel.
      const end = await row(page, 'Offer 001')
        .getByRole('cell')
        .nth(index + 1)
        .evaluate(endOfText)
      expect(Math.abs(box.right - end)).toBeLessThanOrEqual(1)
    }
    // What is cut is told in full, and only that.
    const cut = row(page, name).getByRole('cell').first()
    await cut.hover()
    await expect(cut).toHaveAttribute('title', name)
    const whole = row(page, 'Offer 001').getByRole('cell').first()
    await whole.hover()
    await expect(whole).not.toHaveAttribute('title')
    // Both stay where they are.
    const before = [await head('Name').boundingBox(), await whole.boundingBox()]
    const region = page.getByRole('region', { name: 'Offers' })
    await region.evaluate((element) => element.scrollTo({ left: 300 }))
    expect([(await head('Name').boundingBox())?.x, (await whole.boundingBox())?.x]).toEqual(before.map((box) => box?.x))
    const shadow = () => whole.evaluate((cell) => getComputedStyle(cell).boxShadow)
    await expect.poll(shadow).toContain('6px 0px')
    await region.evaluate((element) => element.scrollTo({ left: 0, top: 1_000 }))
    expect((await head('Name').boundingBox())?.y).toBe(before[0]?.y)
    await expect.poll(() => head('Name').evaluate((cell) => getComputedStyle(cell).boxShadow)).not.toContain(' 6px 0px')
  })

  test('CD-02 CD-04 a long title has two lines beside its status; on Offers, Add Offer is the button that stands out', async ({
    open,
    page,
    backend,
  }) => {
    Object.assign(backend.data.campaigns[0]!, { name: 'Spring Launch of everything '.repeat(12), offersCount: 1_095 })
    await open(offersTab)
    const title = page.getByRole('heading', { level: 1, name: 'Spring Launch' })
    // As it is drawn anew once the campaign is known better, it is looked at again.
    const linesOf = (element: Element) =>
      Math.round(element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight))
    await expect.poll(() => title.evaluate(linesOf)).toBe(2)
    await expect(page.getByText('Active', { exact: true })).toBeVisible()
    const colour = (name: string) =>
      page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).backgroundColor)
    const [add, update] = [await colour('Add Offer'), await colour('Update Campaign')]
    expect(add).not.toBe(update)
    const offers = page.getByRole('tab', { name: 'Offers', exact: true })
    expect(await offers.evaluate((tab) => getComputedStyle(tab, '::after').content)).toContain('1,095')
    await page.getByRole('tab', { name: 'General Details' }).click()
    await expect(page.getByRole('button', { name: 'Add Offer' })).toBeHidden()
    await expect.poll(() => colour('Update Campaign')).toBe(add)
  })
})

test('GE-12 the tab of the browser names the screen and its record', async ({ open, page, backend }) => {
  await open('/dashboard')
  await expect(page).toHaveTitle('Dashboard · Offerdesk')
  const release = backend.hold('GET /campaigns/cmp_1')
  await page.goto('/campaigns/cmp_1')
  await expect(page).toHaveTitle('Campaigns · Offerdesk')
  release()
  await expect(page).toHaveTitle('Spring Launch · Campaigns · Offerdesk')
  await page.getByRole('link', { name: 'Campaigns' }).first().click()
  await expect(page).toHaveTitle('Campaigns · Offerdesk')
  await page.goto('/nowhere')
  await expect(page).toHaveTitle('Not Found · Offerdesk')
  await page.goto('/pay/tok-open')
  await expect(page).toHaveTitle('Order A-17 · Offerdesk')
  await page.goto('/auth?mode=forgot')
  await expect(page).toHaveTitle(/ · Offerdesk$/)
})

test('GE-12 RT-11 who is signed in finds Not Found inside the layout @rare', async ({ open, page }) => {
  await open('/nowhere/at/all')
  await expect(page.getByRole('main').getByRole('heading', { name: 'Not Found' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.goto('/campaigns/cmp_1/and/more')
  await expect(page.getByRole('heading', { name: 'Not Found' })).toHaveCount(1)
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(1)
})

test.describe('on the reference server', () => {
  test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

  test('DT-03 GE-01 no tool of a list moves when those come whose code is behind it', async ({ page }) => {
    let isHeld = true
    const held: (() => Promise<void>)[] = []
    await page.route(/\/assets\/(?:ExportButton|ViewsMenu|BulkMenu)-/, async (route) => {
      if (isHeld) held.push(() => route.continue())
      else await route.continue()
    })
    await letIn(page)
    for (const path of ['/orders', '/customers', '/fulfilments', '/products']) {
      await page.goto(path)
      await expect(page.getByRole('row').nth(1).getByRole('link').first()).toBeVisible()
      const places = () =>
        page
          .locator('main, nav')
          .locator('input, select, a, button')
          .filter({ visible: true, hasNotText: /^(?:Views|Download|Choose)$/ })
          // The rows are live: what others add meanwhile may widen a column.
          .and(page.locator(':not(table *)'))
          .evaluateAll((all) =>
            all.map((one) => {
              const { x, y } = one.getBoundingClientRect()
              return `${one.getAttribute('aria-label') ?? one.textContent} at ${x}, ${y}`
            }),
          )
      const before = await places()
      isHeld = false
      await Promise.all(held.splice(0).map((go) => go()))
      await expect(page.getByRole('button', { name: 'Download' })).toBeVisible()
      if (path === '/products') await expect(page.getByRole('button', { name: 'Choose', exact: true })).toBeVisible()
      // Below, there may be more of them.
      const after = await places()
      expect([path, before.filter((place) => !after.includes(place))]).toEqual([path, []])
      isHeld = true
    }
  })

  test('NO-02 on a phone an offer that can not be sold keeps its name whole, and says why below it', async ({
    page,
    request,
    reference,
  }) => {
    const api = await new Api(request, reference.url).signIn()
    const campaign = await api.addCampaign()
    const { id: productId } = await api.addProduct({ name: 'Percale Sheet Set Classic Twin', stock: 5 })
    await api.addOffer(campaign.id, productId, {
      displayName: 'Percale Sheet Set Classic Twin',
      quantity: 5,
      basePrice: 20,
    })
    await api.call('POST', `/products/${productId}/archive`, {})
    await page.setViewportSize(phone)
    await letIn(page)
    await page.goto('/orders/new')
    await page.getByLabel('Campaign').selectOption(campaign.name)
    await page.getByRole('combobox', { name: 'Add an offer' }).fill('Percale')
    const option = page.getByRole('option', { name: /^Percale Sheet Set/ })
    await expect(option).toContainText('Percale Sheet Set Classic Twin has been archived.')
    await expect(option).toHaveAttribute('aria-disabled', 'true')
    // A line for the name and two for why.
    expect((await option.boundingBox())?.height).toBeLessThan(90)
  })

  test('GE-02 the currency is that of the organization', async ({ page }) => {
    await letIn(page)
    await page.goto('/customers')
    await expect(page.getByRole('columnheader', { name: 'Total spent' }).locator('[data-currency=USD]')).toBeVisible()
    await page.locator('tbody a').first().click()
    await expect(page.getByRole('term').filter({ hasText: 'Total spent' }).locator('+ dd')).toHaveText(
      /^\$[\d,]+\.\d\d$/,
    )
  })
})
