import type { Browser, BrowserContextOptions } from 'playwright'
import { median, print, progress } from './figures'
import { withApp } from './page'

const runs = 5
/** A round trip of 400 ms, and 400 kbit/s both ways. */
const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

interface Times {
  frame: number
  row: number
}

/** Milliseconds from the navigation to what a person sees, on a slow line and with nothing cached. */
async function timesOf(browser: Browser, url: string, state: BrowserContextOptions['storageState']): Promise<Times> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(state === undefined ? {} : { storageState: state }),
  })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', line)
  await page.goto(url, { waitUntil: 'commit', timeout: 60_000 })
  await page.locator('tbody tr:not([data-skeleton]) td').first().waitFor({ timeout: 60_000 })
  const times = await page.evaluate(() => ({
    frame: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    row: performance.now(),
  }))
  await context.close()
  return times
}

/** The frame of the page, and then the first row of a campaign's offers, on a slow line. */
export async function measureFirstPaint() {
  await withApp(async (page, campaign, browser) => {
    const state = await page.context().storageState()
    const address = `${new URL(page.url()).origin}${campaign}?tab=offers`
    const times: Times[] = []
    for (let run = 1; run <= runs; run += 1) {
      progress(`a slow line, run ${run} of ${runs}`)
      times.push(await timesOf(browser, address, state))
    }
    print(`Offers of a campaign at 400 ms per round trip and 400 kbit/s, nothing cached, ${runs} times`)
    for (const [about, name] of [
      ['first paint of the frame', 'frame'],
      ['first row', 'row'],
    ] as const) {
      const values = times.map((each) => each[name])
      const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(0))
      print(`  ${about.padEnd(28)}median ${median(values).toFixed(0)}, from ${low} to ${high} ms`)
    }
  })
}
