import { testCards } from '../../../contract/rules/testCards'
import { decoded, encoded } from './address'
import type { Take } from './seen'

// Secrets that somebody types where none belong: the number of a card, with the code beside it, and a password in an address.
// Only the last key shows what it is, so that what was typed before is looked at again. Before anything leaves the page, not
// while it is kept there.

// Lengths and first digits of the common brands; anything else of that length may be a number of another kind.
const cardLike = /(?<!\d)(?:4|5[1-5]|2[2-7]|3[47]|6(?:011|5))\d*(?:[ -]?\d+)*(?!\d)/g
const digitsTogether = /(?<!\d)\d+(?:[ -]?\d+)*(?!\d)/g
const passwordInAddress = /(:\/\/[^\s/:@]*:)([^\s/@]+)(?=@)/g

/** The least that is typed of a number before it tells more than which bank it is of. */
const tellingDigits = 5
/** The last of them, so that they take no more than a moment to look for. */
const rememberedMost = 20

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

function isCardNumber(digits: string): boolean {
  if (digits.length < 13 || digits.length > 19) return false
  if (testCards.some(({ number }) => number.startsWith(digits))) return false
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

/** Hides secrets in texts; once one was typed whole, what had been typed of it as well. */
export class TypedSecrets {
  #cards: string[] = []
  #passwords: string[] = []
  /** Whole texts that had a number of a card. */
  #texts: string[] = []
  #isNews = false
  // Contexts share most of their parts from one event to the next.
  #known = new WeakMap<object, unknown>()

  /**
   * JSON data without secrets, and whether one was found in it that is new, so that all that was hidden before is to be hidden
   * anew. Parts that have none are shared with the data.
   */
  hide<Data>(data: Data): { hidden: Data; isNews: boolean } {
    let isNews = false
    for (;;) {
      const hidden = this.#hidden(data)
      // Of the same shape, as only texts change.
      if (!this.#isNews) return { hidden: hidden as Data, isNews }
      // What was typed of it before may stand in front.
      this.#isNews = false
      this.#known = new WeakMap()
      isNews = true
    }
  }

  #hidden(data: unknown): unknown {
    if (typeof data === 'string') return this.#withoutCards(this.#withoutPasswords(data))
    if (typeof data !== 'object' || data === null) return data
    const before = this.#known.get(data)
    if (before !== undefined) return before
    const fields = Object.entries(data).map(([name, field]): [string, unknown] => [name, this.#hidden(field)])
    const isSame = fields.every(([name, field]) => field === (data as Record<string, unknown>)[name])
    const hidden = isSame ? data : Array.isArray(data) ? fields.map(([, field]) => field) : Object.fromEntries(fields)
    this.#known.set(data, hidden)
    return hidden
  }

  #withoutPasswords(text: string): string {
    if (!text.includes('://')) return text
    const hidden = text.replaceAll(passwordInAddress, (found, before: string, password: string) => {
      if (password === 'REDACTED') return found
      this.#remember(this.#passwords, before + password)
      return `${before}REDACTED`
    })
    // As far as it was typed, with or without what comes after it.
    for (const whole of this.#passwords) {
      const before = whole.slice(0, whole.indexOf(':', '://'.length) + 1)
      const start = hidden.indexOf(whole.slice(0, before.length + 1))
      if (start >= 0 && whole.startsWith(hidden.slice(start).trimEnd())) {
        return `${hidden.slice(0, start)}${before}REDACTED`
      }
    }
    return hidden
  }

  #withoutCards(text: string): string {
    if (text.length < 13 && this.#cards.length === 0) return text
    let hasCard = false
    const hidden = text.replaceAll(cardLike, (found) => {
      const digits = digitsOf(found)
      // A code that is typed right behind it makes it longer.
      const number = [digits, digits.slice(0, 16), digits.slice(0, 15)].find(isCardNumber)
      const isKnown = this.#cards.some((card) => digits.startsWith(card))
      if (number === undefined && !isKnown) return found
      hasCard = true
      if (number !== undefined) this.#remember(this.#cards, number)
      return 'REDACTED'
    })
    if (hasCard) {
      this.#remember(this.#texts, text)
      return hidden.replaceAll(/\d/g, '0')
    }
    if (this.#cards.length === 0) return text
    const isBegun = digitsOf(text).length >= 3 && this.#texts.some((whole) => whole.startsWith(text))
    if (isBegun && !this.#cards.some((card) => card.startsWith(digitsOf(text)))) return text.replaceAll(/\d/g, '0')
    return text.replaceAll(digitsTogether, (found) => {
      const digits = digitsOf(found)
      const isPart = digits.length >= tellingDigits && this.#cards.some((card) => card.startsWith(digits))
      return isPart ? found.replaceAll(/\d/g, '0') : found
    })
  }

  #remember(some: string[], secret: string): void {
    if (some.includes(secret)) return
    some.push(secret)
    if (some.length > rememberedMost) some.shift()
    this.#isNews = true
  }
}

/** What was taken without the secrets that were typed. */
export function withoutTypedSecrets({ actors, events, exchanges, visits }: Take): Take {
  const { hidden } = new TypedSecrets().hide({
    // Machines are no data, and hold nothing that was typed.
    actors: actors.map(({ input, before }) => ({ input, before })),
    events,
    exchanges: exchanges.map((exchange) => ({ ...exchange, path: decoded(exchange.path) })),
    visits: visits.map((visit) => ({ ...visit, address: decoded(visit.address) })),
  })
  return {
    actors: actors.map((actor, place) => ({ ...actor, ...hidden.actors[place] })),
    events: hidden.events,
    exchanges: hidden.exchanges.map((exchange) => ({ ...exchange, path: encoded(exchange.path) })),
    visits: hidden.visits.map((visit) => ({ ...visit, address: encoded(visit.address) })),
  }
}
