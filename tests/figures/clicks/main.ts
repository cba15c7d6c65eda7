import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { request } from 'playwright/test'
import { chromeArgs, ensureChrome } from '../../browser'
import { signedInRoutes } from '../../e2e/addresses'
import { Api } from '../../e2e/api'
import { stripeKeys } from '../../e2e/fixtures'
import { partner, shareCampaigns } from '../../e2e/partners'
import { type Running, startServer } from '../../e2e/startServer'
import { freePort } from '../../freePort'
import { StripeStandIn } from '../../server/stripe/standIn'
import { tokenOf, windowOf } from './window'
import { screenOf, Seen, Visitor } from './visitor'

// Everything that can be clicked, of every route and of every screen that a click leads to, with menus and dialogs: what the
// console or the network says, what axe finds in both themes, and whether anything is wider than the window. A route of
// records that no click leads to is a finding.

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    width: { type: 'string', multiple: true, default: ['1440', '390'] },
    /** Areas with commas between them, such as /orders,/auth, to visit no others. */
    only: { type: 'string' },
    /** How many pages there are side by side, each with a server and areas of its own. */
    pages: { type: 'string', default: '2' },
  },
})

/** What those see who are not signed in; a link that changes an address asks at once, and the token of a mail is not to be had. */
const signedOut = [
  '/',
  '/auth',
  '/auth?mode=signup',
  '/auth?mode=forgot',
  '/auth?mode=reset&token=of-no-mail',
  '/invite',
  '/pay/demo-pay-open-northwind-supply-00000001',
  '/pay/demo-pay-expired-northwind-supply-0000001',
  '/pay/demo-pay-used-northwind-supply-00000001',
]

const only = values.only?.split(',')
const areaOf = (path: string) => path.match(/^\/[^/?]*/)?.[0] ?? ''
const isAsked = (path: string) => only?.includes(areaOf(path)) ?? true
const strangers = signedOut.filter(isAsked)
const routes = [...signedInRoutes, '/nowhere'].filter(isAsked)
const areas = [...new Set(routes.map(areaOf))]

/** The demo sells with nobody; here somebody sells for it. */
async function sellWithPartner(server: Running) {
  const asking = await request.newContext()
  const api = await new Api(asking, server.url).signIn()
  const rival = await new Api(asking, server.url).signIn(partner)
  const { campaignId } = await api.placeOrder()
  await shareCampaigns(server, api, rival, [{ campaignId: String(campaignId), right: 'sell' }])
  await asking.dispose()
}

/** Visits one window's part, and tells what it has seen. */
async function visit(width: number, seen: Seen, addresses: string[], isSignedIn: boolean): Promise<Visitor> {
  const server = await startServer(await freePort(), {
    SEED: 'demo',
    STRIPE_URL: stripe.url,
    WEBHOOKS_ALLOW_PRIVATE: 'on',
  })
  if (isSignedIn) await sellWithPartner(server)
  const browser = await chromium.launch({ executablePath: ensureChrome(), args: chromeArgs })
  const token = isSignedIn ? await tokenOf(server.url) : undefined
  const context = await windowOf(browser, server.url, width, token)
  const own = new Set(addresses.map(isSignedIn ? areaOf : screenOf))
  const visitor = new Visitor(
    context,
    server.url,
    isSignedIn,
    seen,
    (screen) => own.has(isSignedIn ? areaOf(screen) : screen),
    (line) => process.stderr.write(`${width} ${line}\n`),
  )
  // Those of records are met by clicks, as somebody meets them.
  await visitor.visit(addresses.filter((path) => !path.includes('$')))
  await browser.close()
  await server.stop()
  return visitor
}

/** The routes that no screen is of. */
const notMet = (screens: readonly string[]) =>
  routes.filter((route) => {
    const form = new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/?]+')}(\\?|$)`)
    return !screens.some((screen) => form.test(screen))
  })

const stripe = new StripeStandIn(() => new Date())
for (const key of stripeKeys) stripe.otherKeys.add(key)
await stripe.start()
for (const width of values.width.map(Number)) {
  const began = Date.now()
  const seen = new Seen()
  const pages = Number(values.pages)
  const parts = Array.from({ length: pages }, (_, page) =>
    routes.filter((route) => areas.indexOf(areaOf(route)) % pages === page),
  ).filter((part) => part.length > 0)
  const visitors = await Promise.all([
    ...(strangers.length > 0 ? [visit(width, new Seen(), strangers, false)] : []),
    ...parts.map((part) => visit(width, seen, part, true)),
  ])
  const findings = new Map(visitors.flatMap((visitor) => [...visitor.findings]))
  const screens = visitors.flatMap((visitor) => [...visitor.screens.keys()])
  for (const route of notMet(screens)) findings.set(`no click leads to ${route}`, route)
  const addresses = visitors.flatMap((visitor) => [...visitor.screens.values()].flat())
  const clicks = visitors.reduce((sum, visitor) => sum + visitor.clicks, 0)
  const missed = visitors.reduce((sum, visitor) => sum + visitor.missed.size, 0)
  const spared = new Set(visitors.flatMap((visitor) => [...visitor.spared]))
  process.stdout.write(
    `${width} px: ${screens.length} screens at ${addresses.length} addresses, ${clicks} clicks, ${missed} things no longer there when it was their turn; ${seen.wholes.size} screens, dialogs and menus and ${seen.kinds.size} kinds of elements judged in both themes; ${findings.size} findings, ${Math.round((Date.now() - began) / 60_000)} min\n`,
  )
  if (spared.size > 0) process.stdout.write(`  not clicked: ${[...spared].toSorted().join(', ')}\n`)
  for (const [what, where] of findings) process.stdout.write(`  ${what}\n    ${where}\n`)
  if (findings.size > 0) process.exitCode = 1
}
await stripe.stop()
