import type { Browser, BrowserContext } from 'playwright'
import { demoPassword } from '../../../server/db/demo'
import { savingData } from '../../e2e/fixtures'

/** A window of a width, a phone's where it is narrow, for whoever the token is of. */
export async function windowOf(
  browser: Browser,
  baseURL: string,
  width: number,
  token: string | undefined,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: width < 600 ? 844 : 900 },
    ...(width < 600 && { hasTouch: true, isMobile: true }),
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    locale: 'en-US',
  })
  await savingData(context)
  // What compiles this file asks for it within every named function.
  await context.addInitScript('globalThis.__name = (named) => named')
  // What a click has chosen for this browser, as a theme or that keys do nothing, is not for the next page.
  await context.addInitScript((kept) => {
    if (location.protocol === 'about:' || origin === 'null') return
    localStorage.clear()
    if (kept !== undefined) localStorage.setItem('auth_token', kept)
  }, token)
  return context
}

/** A token of the person of the demo data. */
export async function tokenOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@offerdesk.example', password: demoPassword }),
  })
  return ((await answer.json()) as { data: { token: string } }).data.token
}
