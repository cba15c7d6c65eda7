import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright'
import { chromeArgs, ensureChrome } from '../browser'
import { programOf } from '../serverProgram'
import { median, print, progress } from './figures'

const root = fileURLToPath(new URL('../../', import.meta.url))
const port = 5650
const origin = `http://127.0.0.1:${port}`

/** The whole product on demo data, and a signed-in page. */
export async function withApp(work: (page: Page, campaign: string, browser: Browser) => Promise<void>) {
  progress('starting the server')
  const folder = mkdtempSync(join(tmpdir(), 'offerdesk-bench-'))
  const server = spawn(process.execPath, programOf(), {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: '',
      NODE_ENV: 'production',
      SEED: 'demo',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve) =>
    server.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('runs at') && resolve()),
  )
  const browser = await chromium.launch({ executablePath: ensureChrome(), args: chromeArgs })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${origin}/auth`)
    await page.getByLabel('Email').fill('demo@offerdesk.example')
    await page.getByLabel('Password').fill('offerdesk-demo')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('link', { name: 'Autumn Trail Sale' }).click()
    await page.getByRole('tab', { name: 'Offers' }).waitFor()
    await work(page, new URL(page.url()).pathname, browser)
  } finally {
    await browser.close()
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('close', resolve))
    rmSync(folder, { recursive: true, force: true })
  }
}

const firstRow = (page: Page) => page.locator('tbody tr:not([data-skeleton]) td').first()

export async function measureBundle() {
  await withApp(async (page, campaign) => {
    for (const [about, address, ready] of [
      ['/campaigns/{id}', campaign, page.getByText('Additional Information')],
      ['/campaigns/{id}?tab=offers', `${campaign}?tab=offers`, firstRow(page)],
    ] as const) {
      const cdp = await page.context().newCDPSession(page)
      await cdp.send('Network.enable')
      await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
      const names = new Map<string, string>()
      const sizes = new Map<string, number>()
      cdp.on('Network.requestWillBeSent', ({ requestId, request }) => names.set(requestId, request.url))
      cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength))
      // What is fetched when the page has nothing else to do is no part of its first load.
      await page.addInitScript('window.requestIdleCallback = () => 0')
      await page.goto('about:blank')
      await page.goto(`${origin}${address}`)
      await ready.waitFor()
      await page.waitForLoadState('networkidle')
      print(`\nFirst load of ${about}, bytes on the wire (brotli, headers included)`)
      for (const kind of ['js', 'css']) {
        const files = [...names]
          .filter(([, url]) => url.endsWith(`.${kind}`))
          .map(([id, url]) => [url.split('/').at(-1) ?? '', sizes.get(id) ?? 0] as const)
          .toSorted((a, b) => b[1] - a[1])
        for (const [name, size] of files) print(`  ${name.padEnd(40)}${String(size).padStart(8)} B`)
        const total = files.reduce((sum, [, size]) => sum + size, 0)
        print(`  ${`all ${kind}`.padEnd(40)}${(total / 1000).toFixed(1).padStart(8)} kB`)
      }
      await cdp.detach()
    }
  })
}

export async function measureBrowser() {
  await withApp(async (page, campaign) => {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const firstRows: number[] = []
    for (let run = 1; run <= 5; run += 1) {
      progress(`first offers row, run ${run} of 5`)
      await page.goto('about:blank')
      await page.goto(`${origin}${campaign}?tab=offers`, { waitUntil: 'commit' })
      await firstRow(page).waitFor()
      firstRows.push(await page.evaluate(() => performance.now()))
    }
    print(
      `Time to the first offers row, processor slowed 4x, cached files: median of 5 ${median(firstRows).toFixed(0)} ms`,
    )
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await measureFilter(page, campaign)
  })
}

/** The debounce of the search box, which is meant to pass and is taken off. */
const debounce = 500

async function measureFilter(page: Page, campaign: string) {
  const times: number[] = []
  for (let run = 1; run <= 5; run += 1) {
    progress(`filter at 100 rows, run ${run} of 5`)
    await page.goto(`${origin}${campaign}?tab=offers&size=100`)
    await page.locator('tbody tr').nth(99).waitFor()
    await page.evaluate(() => {
      addEventListener('keydown', (event) => Object.assign(window, { pressed: event.timeStamp }), { once: true })
      let isLoading = false
      const watch = new MutationObserver(() => {
        const hasSkeleton = document.querySelector('[data-skeleton]') !== null
        if (hasSkeleton) isLoading = true
        if (hasSkeleton || !isLoading) return
        watch.disconnect()
        // Two frames later what was drawn has been painted.
        requestAnimationFrame(() => requestAnimationFrame(() => Object.assign(window, { painted: performance.now() })))
      })
      watch.observe(document.body, { subtree: true, childList: true })
    })
    await page.getByRole('searchbox').press('t')
    await page.waitForFunction(() => 'painted' in window)
    times.push(
      await page.evaluate(() => Number(Reflect.get(window, 'painted')) - Number(Reflect.get(window, 'pressed'))),
    )
  }
  print(
    `Key to painted filter result at 100 rows: median of 5 ${(median(times) - debounce).toFixed(0)} ms, ` +
      `after the debounce of ${debounce} ms`,
  )
}
