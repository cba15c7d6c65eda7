import type { BrowserContext, Page } from 'playwright'
import type { RecordedEvent, Recording } from '../../machines/qa/record/recording'

/** The stream of changes that a page listens to, as the page keeps it. */
interface Fed {
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
            fed.state = 'given up'
            if (controller) controller.close()
            else reject(new TypeError('Failed to fetch'))
          },
        }
        window.fedStream = fed
        request.signal.addEventListener('abort', () => {
          if (fed.state === 'given up') return
          fed.state = 'given up'
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

/** Whether a recording is of a page that listened to changes, or tried to. */
export const listensToChanges = ({ events }: Recording): boolean =>
  events.some(({ event }) => /^stream\.(?:open|change|resync|lost)$/.test(event.type))

/** What the stream says, so that the app gets an event of it once more. */
export async function feed(page: Page, event: RecordedEvent['event'], place: string | undefined): Promise<void> {
  const say = (text: string) => page.evaluate((said) => window.fedStream?.say(said), text)
  const id = place === undefined ? '' : `id: ${place}\n`
  if (event.type === 'stream.change') {
    const changes = event['changes'] as object[]
    return say(changes.map((change) => `event: change\n${id}data: ${JSON.stringify(change)}\n\n`).join(''))
  }
  if (event.type === 'stream.resync') return say('event: resync\ndata: {}\n\n')
  if (event.type === 'stream.lost') {
    // A page that heard nothing for too long has given it up by itself.
    if ((await stateOf(page)) === 'unasked') await waitUntilAsked(page)
    return page.evaluate(() => {
      if (window.fedStream?.state !== 'given up') window.fedStream?.lose()
    })
  }
  await waitUntilAsked(page)
  await page.evaluate((status) => window.fedStream?.answer(status), event.type === 'stream.open' ? 200 : 404)
  if (event.type === 'stream.open') await say(`event: ready\n${id}data: {}\n\n`)
}
