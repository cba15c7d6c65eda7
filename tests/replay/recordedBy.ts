import type { Page } from 'playwright'
import { machines } from '../../machines/qa/machines'
import { parseRecording, type Recording } from '../../machines/qa/record/recording'

const expression =
  'Promise.resolve(window.offerdesk?.recording({ keepsText: true, isBare: true })).then(JSON.stringify)'

/**
 * What a page has recorded so far; undefined for one that is closed or can't load its recorder. Asked of the browser itself,
 * as a page that is about to be loaded anew is not evaluated any more.
 */
export async function recordedBy(page: Page): Promise<Recording | undefined> {
  const session = await page
    .context()
    .newCDPSession(page)
    .catch(() => undefined)
  const answer = await session
    ?.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    .catch(() => undefined)
  await session?.detach().catch(() => {})
  const text: unknown = answer?.result.value
  return typeof text === 'string' ? parseRecording(text, machines) : undefined
}
