import type { Page } from 'playwright/test'
import { Api } from './api'
import { bytesOf, expect, scriptsOf, test } from './fixtures'
import { letIn } from './reference'

/** Holds all that the page asks for until it is released, as a slow line does. */
async function holdFiles(page: Page, files = /\/(?:assets\/|config\.json|theme\.js)/): Promise<() => void> {
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  await page.route(files, async (route) => {
    await gate
    await route.continue()
  })
  return release
}

const frame = (page: Page) => page.locator('#root > [aria-busy=true]')

for (const [colorScheme, theme, shown] of [
  ['light', 'system', 'light'],
  ['dark', 'system', 'dark'],
  ['light', 'dark', 'dark'],
] as const) {
  test(`RT-12 before any other file has come the frame of the page is seen: ${theme} theme, ${colorScheme} system`, async ({
    open,
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    const release = await holdFiles(page)
    const opened = open('/campaigns')
    await expect(frame(page).getByText('Offerdesk')).toBeVisible()
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length === 1)
    const brand = await frame(page).getByText('Offerdesk').boundingBox()
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const before = await background()
    expect(before).toBe(shown === 'light' ? 'rgb(247, 247, 248)' : 'rgb(14, 14, 16)')
    release()
    await opened
    await expect(page.getByRole('link', { name: 'Spring Launch' })).toBeVisible()
    await expect(frame(page)).toHaveCount(0)
    // Nothing jumps when the app takes over.
    expect(await page.getByText('Offerdesk', { exact: true }).boundingBox()).toEqual(brand)
    expect(await background()).toBe(before)
  })
}

/** Signs in, and waits until the app is there. */
async function letInToDashboard(page: Page) {
  await letIn(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
}

test('RT-01 pages for anyone do not begin with the frame of the signed-in ones', async ({ page, backend: _ }) => {
  const release = await holdFiles(page)
  for (const address of ['/', '/auth', '/pay/tok-bare']) {
    await page.goto(address, { waitUntil: 'commit' })
    await expect(page.locator('#root')).toBeAttached()
    await expect(frame(page)).toHaveCount(0)
  }
  release()
})

test.describe('on the reference server', () => {
  test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

  test('RT-12 CA-01 a campaign is seen after at most 165 kB of script, the bar of a call included', async ({
    page,
    request,
    reference,
  }) => {
    const api = await new Api(request, reference.url).signIn()
    await api.ring('+12125550123')
    await letIn(page)
    const scripts = scriptsOf(page)
    await page.goto(`/campaigns/${(await api.addCampaign()).id}`)
    await expect(page.getByText('Additional Information')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Ongoing call' })).toBeVisible()
    const bytes = await bytesOf(scripts, request)
    expect(bytes).toBeGreaterThan(100_000)
    expect(bytes).toBeLessThan(165_000)
    await api.closeCalls()
  })

  test('RT-12 a page names its files with its answer: its styles, what runs first, then what its screen is made of', async ({
    request,
    backend: _,
  }) => {
    const answer = await request.get('/campaigns/c1?tab=offers', { headers: { accept: 'text/html' } })
    const files = [...(answer.headers()['link'] ?? '').matchAll(/<([^>]+)>/g)].map(([, file]) => file)
    const scripts = [...(await answer.text()).matchAll(/<script [^>]*src="([^"]+)"/g)].map(([, file]) => file)
    const sizes = await Promise.all(
      scripts.map(async (file) => [file, (await (await request.get(`${file}`)).body()).length] as const),
    )
    const [largest] = sizes.toSorted(([, one], [, other]) => other - one)[0] ?? []
    expect(files[0]).toContain('.css')
    expect(files[1]).toBe(largest)
    expect(new Set(files.slice(1, 1 + scripts.length))).toEqual(new Set(scripts))
    expect(files.findIndex((file) => file?.includes('OffersTab'))).toBeGreaterThan(scripts.length)
  })

  test('RT-12 OT-01 SE-05 what is shown first is asked for before the code has come, and once', async ({
    page,
    request,
    reference,
  }) => {
    const { id } = await (await new Api(request, reference.url).signIn()).addCampaign()
    await letInToDashboard(page)
    // Its lists may still be asked for.
    await page.goto('about:blank')
    const release = await holdFiles(page, /\/assets\/first-[^/]*\.js/)
    const asked: string[] = []
    page.on('request', (one) => void asked.push(`${one.method()} ${new URL(one.url()).pathname}`))
    const first = ['GET /api/v1/users/me', `GET /api/v1/campaigns/${id}`, 'POST /api/v1/search']
    const opened = page.goto(`/campaigns/${id}?tab=offers`)
    await expect.poll(() => first.filter((each) => !asked.includes(each))).toEqual([])
    release()
    await opened
    await expect(page.getByText('No records found')).toBeVisible()
    expect(asked.filter((each) => first.includes(each)).toSorted()).toEqual(first.toSorted())
  })

  test('RT-12 OT-01 a page whose answers have come is drawn whole, and never without its rows', async ({
    page,
    request,
    reference,
  }) => {
    const api = await new Api(request, reference.url).signIn()
    const { id } = await api.addCampaign()
    await api.addOffer(id, (await api.addProduct()).id, { displayName: 'Work Lamp', quantity: 9, basePrice: 20 })
    await letInToDashboard(page)
    await page.addInitScript(() => {
      const drawn: string[] = []
      Object.assign(window, { drawn })
      new MutationObserver(() => {
        const rows = document.querySelectorAll('tbody tr:not([data-skeleton])').length
        const isApp = document.querySelector('#root > :not([aria-busy=true]) nav a') !== null
        const state = rows > 0 ? 'rows' : isApp ? 'no rows' : 'frame'
        if (drawn.at(-1) !== state) drawn.push(state)
      }).observe(document, { subtree: true, childList: true })
    })
    // However slow the machine, what is waited for comes before the wait is over.
    await page.clock.install({ time: Date.now() })
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.goto(`/campaigns/${id}?tab=offers`)
    await expect(page.locator('tbody tr:not([data-skeleton])')).toHaveCount(1)
    expect(await page.evaluate('window.drawn')).toEqual(['frame', 'rows'])
  })

  test('RT-12 GE-01 an answer that is late holds back its own part of the page alone', async ({
    page,
    request,
    reference,
  }) => {
    const { id } = await (await new Api(request, reference.url).signIn()).addCampaign()
    await letInToDashboard(page)
    const release = await holdFiles(page, /\/api\/v1\/search$/)
    await page.goto(`/campaigns/${id}?tab=offers`)
    await expect(page.getByRole('link', { name: 'Orders' })).toBeVisible()
    await expect(page.locator('tbody tr[data-skeleton]').first()).toBeVisible()
    release()
    await expect(page.getByText('No records found')).toBeVisible()
  })

  test('RT-12 OT-01 the offers of a campaign are seen without the code of what can be done with them', async ({
    page,
    request,
    reference,
  }) => {
    const api = await new Api(request, reference.url).signIn()
    await letIn(page)
    const scripts = scriptsOf(page)
    await page.goto(`/campaigns/${(await api.addCampaign()).id}?tab=offers`)
    await expect(page.getByRole('heading', { name: 'No records found' })).toBeVisible()
    expect([...scripts].filter((url) => /\/assets\/(?:flowEffects|flows)-/.test(url))).toEqual([])
  })
})
