import type { BrowserContext, Page } from 'playwright'
import type { RecordedEvent } from '../../machines/qa/record/recording'
import { recordedBy } from './recordedBy'

/** The stream of changes that a page listens to, as the page keeps it. */
interface Fed {
  /** Given up is one that was open. */
  state: 'unasked' | 'asked' | 'open' | 'given up'
  answer: (status: number) => void
  say: (text: string) => void
  lose: () => void
}
declare global {
  interface Window {
    fedStream?: Fed
  }
}

/** Gives pages, in place of the network's, a stream of changes that is fed from outside. */
export async function offerStream(context: BrowserContext): Promise<void> {
  // What compiles this names its functions by a function that pages do not have.
  await context.addInitScript('globalThis.__name ??= (named) => named')
  await context.addInitScript(() => {
    const passOn = window.fetch
    const encoder = new TextEncoder()
    const nothing = () => {}
    window.fedStream = { state: 'unasked', answer: nothing, say: nothing, lose: nothing }
    window.fetch = (input, init) => {
      const request = new Request(input, init)
      if (new URL(request.url).pathname !== '/api/v1/events') return passOn(input, init)
      return new Promise((resolve, reject) => {
        let controller: ReadableStreamDefaultController<Uint8Array> | undefined
        const fed: Fed = {
          state: 'asked',
          answer: (status) => {
            fed.state = 'open'
            const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) })
            resolve(new Response(body, { status, headers: { 'content-type': 'text/event-stream' } }))
          },
          say: (text) => controller?.enqueue(encoder.encode(text)),
          lose: () => {
            fed.state = 'unasked'
            if (controller) controller.close()
            else reject(new TypeError('Failed to fetch'))
          },
        }
        window.fedStream = fed
        request.signal.addEventListener('abort', () => {
          if (fed.state !== 'asked' && fed.state !== 'open') return
          fed.state = fed.state === 'open' ? 'given up' : 'unasked'
          controller?.error(request.signal.reason)
          reject(request.signal.reason as Error)
        })
      })
    }
  })
}

const stateOf = (page: Page) => page.evaluate(() => window.fedStream?.state)

/** How often it is looked whether a page listens, and how long that may take, in milliseconds. */
const moment = 20
const longest = 10_000

async function waitUntilAsked(page: Page): Promise<void> {
  const end = performance.now() + longest
  while ((await stateOf(page)) !== 'asked' && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, moment))
  }
}

/** What the stream says, so that the app gets an event of it once more. */
export async function feed(
  page: Page,
  event: RecordedEvent['event'],
  { place, isUnanswered }: { place: string | undefined; isUnanswered: boolean },
): Promise<void> {
  const say = (text: string) => page.evaluate((said) => window.fedStream?.say(said), text)
  const id = place === undefined ? '' : `id: ${place}\n`
  if (event.type === 'stream.change') {
    const changes = event['changes'] as object[]
    return say(changes.map((change) => `event: change\n${id}data: ${JSON.stringify(change)}\n\n`).join(''))
  }
  if (event.type === 'stream.resync') return say('event: resync\ndata: {}\n\n')
  if (event.type === 'stream.ended') return say('event: end\ndata: {"reason":"signed_out"}\n\n')
  if (event.type === 'stream.lost') {
    // A page that heard nothing for too long has given it up by itself.
    if ((await stateOf(page)) === 'unasked') await waitUntilAsked(page)
    // Refused, it is lost, and nobody doubts that the server is there.
    return page.evaluate((isSilent) => {
      const fed = window.fedStream
      if (fed?.state === 'asked' && !isSilent) fed.answer(502)
      else if (fed?.state !== 'given up') fed?.lose()
      if (fed) fed.state = 'unasked'
    }, isUnanswered)
  }
  await waitUntilAsked(page)
  await page.evaluate((status) => window.fedStream?.answer(status), event.type === 'stream.open' ? 200 : 404)
  if (event.type === 'stream.open') await say(`event: ready\n${id}data: {}\n\n`)
}

/** How long the app may take to stop listening, or to begin again, by what else is done, in milliseconds. */
const bySelf = 500

/** Has the app listen no more, or again: unless it does by itself, the page is one that nobody sees. */
export async function pauseFeed(page: Page, isPaused: boolean): Promise<void> {
  const end = performance.now() + bySelf
  while (performance.now() < end) {
    if ((await isFeedPaused(page)) === isPaused) return
    await new Promise((resolve) => setTimeout(resolve, moment))
  }
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden })
    if (!isHidden && window.fedStream) window.fedStream.state = 'unasked'
    document.dispatchEvent(new Event('visibilitychange'))
  }, isPaused)
}

async function isFeedPaused(page: Page): Promise<boolean> {
  const { actors = [], events = [] } = (await recordedBy(page)) ?? {}
  const feeds = new Set(actors.flatMap(({ machine, session }) => (machine === 'changeFeed' ? [session] : [])))
  const state = events.findLast(({ actor }) => feeds.has(actor))?.state
  const channel = typeof state === 'object' ? state['channel'] : undefined
  // Where there is no stream, other things rest while nobody sees the page.
  return channel === 'paused' || (channel === 'unavailable' && (await page.evaluate(() => document.hidden)))
}
