import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { chromeArgs, ensureChrome } from '../browser'
import { expectAccessible } from './axe'
import { Backend } from './backend/server'
import { type Screen, screens } from './screenStates'
import { startServer } from './startServer'

const wide = { width: 1440, height: 900 }
const tablet = { width: 768, height: 1024 }
const phone = { width: 390, height: 844 }

interface Visit {
  sizes: { width: number; height: number }[]
  themes: ('light' | 'dark')[]
  options: { hasTouch?: boolean; isMobile?: boolean }
}
const finger = { hasTouch: true, isMobile: true }

/** Each is one visit, seen at these sizes and in these themes. */
const everything: Visit[] = [
  { sizes: [wide, tablet], themes: ['light', 'dark'], options: {} },
  { sizes: [phone], themes: ['light', 'dark'], options: finger },
]
const readme: Visit[] = [{ sizes: [wide], themes: ['light'], options: {} }]
const record: Visit[] = [
  { sizes: [wide], themes: ['light'], options: {} },
  { sizes: [phone], themes: ['dark'], options: finger },
]

/** The token of a person of the demo data. */
async function demoToken(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@offerdesk.example', password: 'offerdesk-demo' }),
  })
  return ((await answer.json()) as { data: { token: string } }).data.token
}

/** Pictures of a state, and what axe finds in it. */
async function visit(browser: Browser, screen: Screen, { sizes, themes, options }: Visit, to: string) {
  const { as = 'Ann', path, given, before, when, shows } = screen
  backend.reset()
  backend.sessions.set('tkn_ann', 'ann@one.example')
  given?.(backend)
  const context = await browser.newContext({
    ...options,
    viewport: sizes[0] ?? wide,
    baseURL: as === 'Dana' ? reference.url : delivery.url,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    locale: 'en-US',
  })
  context.setDefaultTimeout(8_000)
  const token = as === 'Dana' ? dana : 'tkn_ann'
  if (as !== 'nobody') await context.addInitScript((value) => localStorage.setItem('auth_token', value), token)
  const opened = await context.newPage()
  try {
    await before?.(opened)
    await opened.goto(path, { waitUntil: 'commit' })
    await when(opened, backend).catch((error: Error) => complain(screen, error.message))
    // A state that is not reached is worth a look, too.
    const page = (shows === 'popup' && context.pages()[1]) || opened
    for (const size of sizes) {
      await page.setViewportSize(size)
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme })
        const path = isForReadme ? (screen.picture ?? '') : join(to, `${screen.name}-${size.width}-${colorScheme}.png`)
        await page.screenshot({ path, animations: 'disabled' })
        await expectAccessible(page).catch((error: Error) =>
          complain(screen, `${size.width} ${colorScheme}: ${error.message}`),
        )
      }
    }
  } finally {
    await context.close()
  }
}

function complain({ name }: Screen, message: string) {
  console.error(`${name}: ${message}`)
  process.exitCode = 1
}

const usage = `Usage: tsx tests/e2e/screens.ts <folder for the pictures> [parts of the names of the screens]
       tsx tests/e2e/screens.ts --readme, which makes the pictures of the README anew
       tsx tests/e2e/screens.ts --record [parts of the names], which makes those in docs/screens anew`
const [folder, ...parts] = process.argv.slice(2)
if (folder === '--help') {
  console.log(usage)
  process.exit()
}
if (folder === undefined || (folder.startsWith('-') && folder !== '--readme' && folder !== '--record')) {
  console.error(usage)
  process.exit(2)
}
const isForReadme = folder === '--readme'
const isRecord = folder === '--record'
const isChosen = ({ name, picture, ofRecord = false }: Screen) => {
  if (isForReadme) return picture !== undefined
  return (ofRecord || !isRecord) && (parts.length === 0 || parts.some((part) => name.includes(part)))
}
const to = isRecord ? 'docs/screens' : folder
const visits = isForReadme ? readme : isRecord ? record : everything
if (!isForReadme) mkdirSync(to, { recursive: true })
const backend = await new Backend().start()
const delivery = await startServer(5440, { SEED: 'none', API_HOST: backend.url })
const reference = await startServer(5441, { SEED: 'demo' })
const dana = await demoToken(reference.url)
const browser = await chromium.launch({ executablePath: ensureChrome(), args: chromeArgs })
try {
  for (const screen of screens.filter(isChosen)) {
    for (const each of visits) {
      await visit(browser, screen, each, to).catch((error: Error) => complain(screen, error.message))
    }
  }
} finally {
  await browser.close()
  await Promise.all([delivery.stop(), reference.stop(), backend.stop()])
}
