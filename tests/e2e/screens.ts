import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { chromeArgs, ensureChrome } from '../browser'
import { Backend } from './backend/server'
import { chooseAction, offersTab } from './fixtures'
import { startServer } from './startServer'

/** A state of the app worth looking at. */
interface Screen {
  name: string
  path: string
  /** By default, Ann of the test's backend; Dana works on the demo data of our own server. */
  as?: 'nobody' | 'Ann' | 'Dana'
  /** What the backend does before the page opens. */
  given?: (backend: Backend) => void
  /** What the person does, up to something that shows the state is reached. */
  when: (page: Page, backend: Backend) => Promise<unknown>
}

const shown = (text: string | RegExp) => (page: Page) => page.getByText(text).locator('visible=true').first().waitFor()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const down = { status: 500, body: { error: { message: 'The database is down for maintenance' } } }
const long = 'An extraordinarily long name that somebody pasted without a thought '.repeat(3)

async function openAddOffer(page: Page) {
  await button(page, 'Add Offer').click()
  await page.getByRole('dialog', { name: 'Add Offer' }).waitFor()
}

const screens: Screen[] = [
  { name: 'landing', path: '/', as: 'nobody', when: shown('Sign in') },
  { name: 'auth-signIn', path: '/auth', as: 'nobody', when: shown('Welcome back.') },
  {
    name: 'auth-refused',
    path: '/auth?email=ann%40one.example',
    as: 'nobody',
    when: async (page) => {
      await page.getByLabel('Password').fill('wrong')
      await button(page, 'Sign in').click()
      await shown('Those credentials are wrong')(page)
    },
  },
  { name: 'auth-signUp', path: '/auth?mode=signup', as: 'nobody', when: shown('completes your account') },
  {
    name: 'auth-sent',
    path: '/auth?mode=forgot',
    as: 'nobody',
    when: async (page) => {
      await page.getByLabel('Email').fill('ann@one.example')
      await button(page, 'Send link').click()
      await shown('A link is on its way')(page)
    },
  },
  { name: 'auth-emailChange', path: '/auth?mode=email&token=x', as: 'nobody', when: shown('this link was mailed to') },
  { name: 'auth-completion', path: '/auth?token=x', as: 'nobody', when: shown('Complete sign-up') },
  { name: 'payment', path: '/pay/tok-open', as: 'nobody', when: shown('Rake') },
  { name: 'payment-bare', path: '/pay/tok-bare', as: 'nobody', when: shown('Order ord_2') },
  { name: 'payment-failed', path: '/pay/wrong', as: 'nobody', when: shown('ask the seller') },
  { name: 'notFound', path: '/nowhere', as: 'nobody', when: shown('Not Found') },
  { name: 'demo-dashboard', path: '/dashboard', as: 'Dana', when: shown('Winter Warmers') },
  { name: 'demo-orders', path: '/orders', as: 'Dana', when: shown(/^#\d+$/) },
  {
    name: 'demo-orders-narrowed',
    path: '/orders?paymentStatus=paid&totalMin=50',
    as: 'Dana',
    when: async (page) => {
      await page.getByText('More filters').click()
      await shown(/^#\d+$/)(page)
    },
  },
  {
    name: 'demo-order',
    path: '/orders?paymentStatus=partially_refunded',
    as: 'Dana',
    when: async (page) => {
      await page.locator('tbody a').first().click()
      await page.getByRole('list', { name: 'Timeline' }).waitFor()
      await button(page, 'Actions').click()
      await page.getByRole('menuitem', { name: 'Cancel order' }).waitFor()
    },
  },
  { name: 'demo-campaigns', path: '/campaigns', as: 'Dana', when: shown('Winter Warmers') },
  {
    name: 'demo-general',
    path: '/dashboard',
    as: 'Dana',
    when: async (page) => {
      await page.getByRole('link', { name: 'Winter Warmers' }).click()
      await page.getByRole('tab', { name: 'General Details' }).click()
      await shown('Internal Note')(page)
    },
  },
  {
    name: 'demo-offers',
    path: '/dashboard',
    as: 'Dana',
    when: async (page) => {
      await page.getByRole('link', { name: 'Winter Warmers' }).click()
      await page.getByRole('tab', { name: 'Offers' }).click()
      await page.getByRole('row').nth(3).waitFor()
    },
  },
  {
    name: 'campaign-loading',
    path: '/campaigns/cmp_1',
    given: (b) => void b.hold('GET /campaigns'),
    when: shown('First Org'),
  },
  {
    name: 'campaign-failed',
    path: '/campaigns/cmp_1',
    given: (b) => b.fail('GET /campaigns', down, { once: false }),
    when: shown('Error fetching campaign'),
  },
  { name: 'campaign-terms', path: '/campaigns/cmp_1?tab=terms', when: shown('Terms line one.') },
  {
    name: 'campaign-overfull',
    path: '/campaigns/cmp_1',
    given: ({ data: { campaigns, organizations } }) => {
      Object.assign(campaigns[0] ?? {}, { name: long, category: long, internalNote: long.repeat(3) })
      Object.assign(organizations[0] ?? {}, { name: long })
    },
    when: shown('Internal Note'),
  },
  { name: 'offers', path: offersTab, when: shown('Offer 001') },
  { name: 'offers-middle', path: `${offersTab}&page=5&limit=10`, when: shown('Offer 0') },
  {
    name: 'offers-loading',
    path: offersTab,
    given: (b) => void b.hold('POST /search'),
    when: (page) => page.locator('[data-skeleton]').first().waitFor(),
  },
  { name: 'offers-empty', path: '/campaigns/cmp_2?tab=offers', when: shown('No records found') },
  {
    name: 'offers-failed',
    path: offersTab,
    given: (b) => b.fail('POST /search', down, { once: false }),
    when: shown('Error fetching offers'),
  },
  {
    name: 'offers-overfull',
    path: offersTab,
    given: ({ data }) =>
      data.offers.forEach((offer) => Object.assign(offer, { displayName: long, basePrice: 1234567890.12 })),
    when: shown('An extraordinarily'),
  },
  {
    name: 'offers-menu',
    path: offersTab,
    when: async (page) => {
      await page.getByRole('row').nth(2).getByRole('button').last().click()
      await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    },
  },
  {
    name: 'offers-columns',
    path: offersTab,
    when: async (page) => {
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('menuitemcheckbox').first().waitFor()
    },
  },
  {
    name: 'edit',
    path: offersTab,
    when: async (page) => {
      await chooseAction(page, 'Offer 001', 'Edit')
      await page.getByRole('dialog', { name: 'Edit Offer' }).waitFor()
    },
  },
  {
    name: 'edit-invalid',
    path: offersTab,
    when: async (page) => {
      await chooseAction(page, 'Offer 001', 'Edit')
      await page.getByLabel('Base Price').fill('-1')
      await page.getByLabel('Base Price').blur()
    },
  },
  {
    name: 'edit-updating',
    path: offersTab,
    given: (b) => void b.hold('PUT /offers'),
    when: async (page) => {
      await chooseAction(page, 'Offer 001', 'Edit')
      await page.getByLabel('Base Price').fill('33')
      await button(page, 'Update').click()
      await shown('Updating...')(page)
    },
  },
  {
    name: 'edit-failed',
    path: offersTab,
    given: (b) => b.fail('PUT /offers', down, { once: false }),
    when: async (page) => {
      await chooseAction(page, 'Offer 001', 'Edit')
      await page.getByLabel('Base Price').fill('33')
      await button(page, 'Update').click()
      await shown('The database is down')(page)
    },
  },
  {
    name: 'delete',
    path: offersTab,
    when: async (page) => {
      await chooseAction(page, 'Offer 001', 'Delete')
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'add', path: offersTab, when: openAddOffer },
  {
    name: 'add-picker',
    path: offersTab,
    when: async (page) => {
      await openAddOffer(page)
      await page.getByRole('combobox', { name: 'Product' }).click()
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'add-invalid',
    path: offersTab,
    when: async (page) => {
      await openAddOffer(page)
      for (const [label, text] of [
        ['Quantity', '0'],
        ['Base Price', '0'],
        ['Min Price (optional)', '9'],
        ['Max Price (optional)', '2'],
        ['Max Quantity (optional)', '1.5'],
      ] as const) {
        const field = page
          .getByLabel(label, { exact: true })
          .or(page.getByLabel(label.replace(' (optional)', ''), { exact: true }))
        await field.first().fill(text)
        await field.first().blur()
      }
      await shown('Quantity is required')(page)
    },
  },
  {
    name: 'updateCampaign',
    path: '/campaigns/cmp_1',
    when: async (page) => {
      await button(page, 'Update Campaign').click()
      await page.getByRole('dialog', { name: 'Update Campaign' }).waitFor()
    },
  },
  { name: 'email', path: '/campaigns/cmp_1?tab=email', when: shown('Thank you') },
  {
    name: 'email-failed',
    path: '/campaigns/cmp_1?tab=email',
    given: (b) => b.fail('GET /campaigns/cmp_1/autoresponders', down, { once: false }),
    when: shown('Error: The database'),
  },
  {
    name: 'email-add',
    path: '/campaigns/cmp_1?tab=email',
    when: async (page) => {
      await page.getByRole('button', { name: 'Add New' }).click()
      await page.getByRole('dialog', { name: 'Add Email Auto Responder' }).waitFor()
    },
  },
  {
    name: 'account',
    path: '/dashboard',
    when: async (page) => {
      await button(page, 'Ann Archer').click()
      await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
    },
  },
  {
    name: 'profile',
    path: '/dashboard',
    when: async (page) => {
      await button(page, 'Ann Archer').click()
      await page.getByRole('menuitem', { name: 'Your profile' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'profile-email',
    path: '/dashboard',
    when: async (page) => {
      await button(page, 'Ann Archer').click()
      await page.getByRole('menuitem', { name: 'Your profile' }).click()
      await page.getByRole('dialog').getByLabel('Email').fill('ann@elsewhere.example')
      await page.getByRole('dialog').getByLabel('Password').waitFor()
    },
  },
  {
    name: 'expired',
    path: '/campaigns/cmp_1',
    when: async (page, backend) => {
      await shown('Spring Launch')(page)
      backend.sessions.clear()
      await page.getByRole('tab', { name: 'Offers' }).click()
      await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    },
  },
]

const variants = (['light', 'dark'] as const).flatMap((theme) => [
  { name: `${theme}-wide`, theme, width: 1440, height: 900 },
  { name: `${theme}-narrow`, theme, width: 390, height: 844 },
])

/** The token of a person of the demo data. */
async function demoToken(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@offerdesk.example', password: 'offerdesk-demo' }),
  })
  return ((await answer.json()) as { data: { token: string } }).data.token
}

async function picture(browser: Browser, screen: Screen, variant: (typeof variants)[number], to: string) {
  const { as = 'Ann', path, given, when } = screen
  backend.reset()
  backend.sessions.set('tkn_ann', 'ann@one.example')
  given?.(backend)
  const { theme: colorScheme, width, height } = variant
  const context = await browser.newContext({
    colorScheme,
    viewport: { width, height },
    baseURL: as === 'Dana' ? reference.url : delivery.url,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    locale: 'en-US',
  })
  context.setDefaultTimeout(6_000)
  const token = as === 'Dana' ? dana : 'tkn_ann'
  if (as !== 'nobody') await context.addInitScript((value) => localStorage.setItem('auth_token', value), token)
  const page = await context.newPage()
  try {
    await page.goto(path)
    await when(page, backend)
  } finally {
    // A state that is not reached is worth a look, too.
    await page.screenshot({ path: join(to, `${screen.name}-${variant.name}.png`), animations: 'disabled' })
    await context.close()
  }
}

const [folder, only = ''] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Usage: tsx tests/e2e/screens.ts <folder for the pictures> [part of the names of the screens]')
  process.exit(2)
}
mkdirSync(folder, { recursive: true })
const backend = await new Backend().start()
const delivery = await startServer(5440, { SEED: 'none', API_HOST: backend.url })
const reference = await startServer(5441, { SEED: 'demo' })
const dana = await demoToken(reference.url)
const browser = await chromium.launch({ executablePath: ensureChrome(), args: chromeArgs })
try {
  for (const screen of screens.filter(({ name }) => name.includes(only))) {
    for (const variant of variants) {
      await picture(browser, screen, variant, folder).catch((error: Error) => {
        console.error(`${screen.name}-${variant.name}: ${error.message}`)
        process.exitCode = 1
      })
    }
  }
} finally {
  await browser.close()
  await Promise.all([delivery.stop(), reference.stop(), backend.stop()])
}
