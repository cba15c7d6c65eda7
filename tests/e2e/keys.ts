import { setTimeout } from 'node:timers/promises'
import { expect, type Locator, type Page } from 'playwright/test'
import { codeIsThere } from './fixtures'
import { signIn } from './reference'

/** Milliseconds of a round trip beyond what it takes on this machine, for the figures. */
const line = Number(process.env['LINE_MS'] ?? 0)

/** Whether figures are taken; otherwise what is seen to work is enough. */
export const isFigure = line > 0
export const onLine = isFigure ? ` on a line of ${line} ms` : ''

/** Has whatever a page asks for take as long as on the line. */
export async function slowLine(page: Page): Promise<void> {
  if (!isFigure) return
  await page.route('**/api/v1/**', async (route) => {
    await setTimeout(line)
    // The page that asked may be gone.
    await route.fallback().catch(() => undefined)
  })
}

const nextFrame = () => new Promise<unknown>((drawn) => requestAnimationFrame(drawn))

/**
 * A person at the keyboard, whose key presses are counted, and who never touches a mouse. What is text that nobody else could
 * know is counted apart.
 */
export class Keyboard {
  readonly #page: Page
  #began = 0
  #presses = 0
  #letters = 0
  #lastKey = 0
  #longest = { wait: 0, what: 'nothing' }

  constructor(page: Page) {
    this.#page = page
  }

  /** From now on key presses and seconds count. */
  async begin(): Promise<void> {
    await this.#page.evaluate(() => {
      for (const type of ['pointerdown', 'mousedown', 'touchstart'])
        window.addEventListener(type, () => (document.documentElement.dataset['touched'] = type), { capture: true })
    })
    this.#presses = 0
    this.#letters = 0
    this.#began = performance.now()
  }

  /** One key, or several that are held together, such as `Control+Enter`. */
  async press(key: string): Promise<void> {
    this.#presses += 1
    this.#lastKey = performance.now()
    await this.#page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    this.#letters += text.length
    await this.#page.keyboard.type(text)
    this.#lastKey = performance.now()
  }

  /** Waits for what comes of the last key, or for the focus to come there; the longest such wait is remembered. */
  async wait(what: string, place: Locator, { isFocused = false } = {}): Promise<void> {
    const awaited = isFocused ? place.and(this.#page.locator(':focus')) : place
    const waited = () => Math.round(performance.now() - this.#lastKey)
    // In every frame: waitFor looks ever more seldom, in the end twice a second, which would count as waiting.
    while (!(await awaited.isVisible()) && waited() < 5_000) await this.#page.evaluate(nextFrame)
    const wait = waited()
    await awaited.waitFor()
    if (wait > this.#longest.wait) this.#longest = { wait, what }
  }

  get presses(): number {
    return this.#presses
  }

  /** What it has taken so far. */
  async taken(): Promise<string> {
    const seconds = ((performance.now() - this.#began) / 1_000).toFixed(1)
    await expect(this.#page.locator('html')).not.toHaveAttribute('data-touched')
    const { wait, what } = this.#longest
    return `${this.#presses} key presses and ${this.#letters} letters of text, ${seconds} s, longest wait ${wait} ms (${what})`
  }
}

/** At the keyboard of a page that has been open for a while, as it is all day. */
export async function sitDown(page: Page): Promise<Keyboard> {
  await signIn(page)
  await codeIsThere(page)
  const keys = new Keyboard(page)
  await keys.begin()
  return keys
}
