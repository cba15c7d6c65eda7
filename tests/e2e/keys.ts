import { expect, type Page } from 'playwright/test'

/**
 * A person at the keyboard, whose key presses are counted, and who never touches a mouse. What is text that nobody else could
 * know is counted apart.
 */
export class Keyboard {
  readonly #page: Page
  #began = 0
  #presses = 0
  #letters = 0

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
    await this.#page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    this.#letters += text.length
    await this.#page.keyboard.type(text)
  }

  get presses(): number {
    return this.#presses
  }

  /** What it has taken so far. */
  async taken(): Promise<string> {
    const seconds = ((performance.now() - this.#began) / 1_000).toFixed(1)
    await expect(this.#page.locator('html')).not.toHaveAttribute('data-touched')
    return `${this.#presses} key presses and ${this.#letters} letters of text, ${seconds} s`
  }
}
