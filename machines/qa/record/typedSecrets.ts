import { apiTokenStart } from '../../../contract/rules/apiTokens'
import { testCards } from '../../../contract/rules/testCards'
import { decoded, encoded } from './address'
import { Beginnings } from './beginnings'
import type { Take } from './seen'

// Secrets that somebody types where none belong: the number of a card, with the code beside it, a password or a token in an
// address, and the token itself. Some are known only by what comes after them, so that what was typed before is looked at
// again. Before anything leaves the page, not while it is kept there.

const blankOrDash = String.raw`\p{Zs}\p{Pd}\t\u200b`
/** Where a long number may begin, with its first digits. Dots are in amounts and dates, too: none has them beside blanks. */
const longNumbers = new RegExp(String.raw`(?<!\d)[2-6](?=((?:[${blankOrDash}]{0,3}\d){12,19}|(?:\.?\d){12,19}))`, 'gu')
/** What may be a number as far as it was typed. */
const begunNumbers = new RegExp(
  String.raw`(?<!\d)\d(?:[${blankOrDash}.]{0,3}\d){4,18}(?![${blankOrDash}.]{0,3}\d)`,
  'gu',
)
/** Most texts have no number, and none of these takes as long to look for. */
const mayHaveCard = /\d(?:\D{0,3}\d){12}/
const mayHaveBegun = /\d(?:\D*\d){2}/
const idsOfRecords = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
/** The first digits of the common brands; anything else of that length may be a number of another kind. */
const brands =
  /^(?:4|5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720|3[47]|30[0-5]|3[689]|35(?:2[89]|[3-8])|6(?:011|2|4[4-9]|5))/
const cardLengths = [19, 18, 17, 16, 15, 14, 13]
/** The longest telephone number, of those that have a + before them. */
const longestTelephone = 15
/** The least that is typed of a number before it tells more than which bank it is of. */
const tellingDigits = 5

/** An address with something behind a colon: a port or a password. */
const behindColon = /(:\/\/[^\s/?#:]*:)(\S+)/g
// These are known by what stands before them, from their first character on.
const inQuery = /([?&#;](?:[\w-]*(?:token|secret|password|signature|jwt|api[_-]?key)|key|code|sig)=)([^\s&#]+)/gi
const inPath = /(\/(?:pay|reset|token)\/)([^\s/?#&]+)/gi
/** Keys as far as they were typed. Lists tell the first six characters of a token of ours. */
const keys = new RegExp(String.raw`\b(${apiTokenStart}|whsec_|[sr]k_(?:live|test)_)([\w+/=-]+)`, 'g')
const shownOfKey = 6
/** Signed tokens, which are JSON in base64url with dots between, as far as they were typed. */
const signedTokens = /\beyJ[\w-]+(?:\.[\w-]*)*/gi
const isSigned = (token: string) => /^eyJ[\w-]{7,}\./i.test(token)

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')
const withoutDigits = (text: string) => text.replaceAll(/\d/g, '0')
const isStandIn = (text: string) => text.startsWith('REDACTED') || 'REDACTED'.startsWith(text)

function isCardNumber(digits: string): boolean {
  let sum = 0
  for (let place = 1; place <= digits.length; place++) {
    const value = Number(digits.at(-place)) * (place % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  if (sum % 10 !== 0) return false
  return !testCards.some(({ number }) => number.startsWith(digits) || digits.startsWith(number))
}

interface Card {
  number: string
  /** Where it stands in the text. */
  at: number
  end: number
}

/** The numbers of cards in a text: such by themselves, and those that are known. */
function cardsIn(text: string, known?: ReadonlySet<string>): Card[] {
  const cards: Card[] = []
  if (!mayHaveCard.test(text)) return cards
  const withoutIds = text.replaceAll(idsOfRecords, (id) => 'x'.repeat(id.length))
  for (const { 0: first, 1: others = '', index: at } of withoutIds.matchAll(longNumbers)) {
    if (at < (cards.at(-1)?.end ?? 0)) continue
    const typed = first + others
    const digits = digitsOf(typed)
    if (!brands.test(digits) || (text[at - 1] === '+' && digits.length <= longestTelephone)) continue
    const number = cardLengths
      .filter((length) => length <= digits.length)
      .map((length) => digits.slice(0, length))
      .find((some) => known?.has(some) || (isCardNumber(some) && mayEndAt(some.length, typed, digits)))
    if (number !== undefined) cards.push({ number, at, end: at + lengthOf(number.length, typed) })
  }
  return cards
}

/** How long a text is up to one of its digits. */
function lengthOf(digits: number, typed: string): number {
  let length = 0
  for (let left = digits; left > 0; length++) if (/\d/.test(typed.charAt(length))) left -= 1
  return length
}

/** Whether a number of this length ends with a group of digits. A code that is typed right behind it makes the group longer. */
const mayEndAt = (length: number, typed: string, digits: string) =>
  length === 15 || length === 16 || length === digits.length || !/\d/.test(typed.charAt(lengthOf(length, typed)))

/** Where the password ends in what stands behind a colon; -1 where there is none. */
function endOfPassword(behind: string): number {
  const [login = ''] = /^[^/?#]*/.exec(behind) ?? []
  const end = login.lastIndexOf('@')
  // What is no port is a password with such signs in it.
  return end >= 0 || /^\d*$/.test(login) ? end : behind.indexOf('@')
}

/** Hides secrets in texts; once one was typed whole, what had been typed of it as well. */
export class TypedSecrets {
  #cards = new Set<string>()
  #begunCards = new Beginnings()
  /** Texts up to the end of a card, where other digits stand before it. */
  #begunTexts = new Beginnings()
  #begunPasswords = new Beginnings()
  #begunTokens = new Beginnings()
  /** How often something new was found. */
  #news = 0
  #searched = new WeakSet<object>()
  // Contexts share most of their parts from one event to the next.
  #known = new WeakMap<object, { hidden: unknown; news: number }>()

  /**
   * JSON data without secrets, and whether one was found in it that is new, so that all that was hidden before is to be hidden
   * anew. Parts that have none are shared with the data, and those that stay as they were hidden, with what they were.
   */
  hide<Data>(data: Data): { hidden: Data; isNews: boolean } {
    const before = this.#news
    // All of it first: what was typed of a secret may stand before the whole.
    this.#search(data)
    // Of the same shape, as only texts change.
    return { hidden: this.#hidden(data) as Data, isNews: this.#news > before }
  }

  #search(data: unknown): void {
    if (typeof data === 'string') this.#searchText(data)
    if (typeof data !== 'object' || data === null || this.#searched.has(data)) return
    this.#searched.add(data)
    for (const field of Object.values(data)) this.#search(field)
  }

  // What is remembered is only what can't be known by itself: every key that is typed behind it would be news otherwise.
  #searchText(text: string): void {
    if (text.includes('://')) {
      for (const [, before = '', behind = ''] of text.matchAll(behindColon)) {
        const password = behind.slice(0, Math.max(0, endOfPassword(behind)))
        if (password !== '' && !isStandIn(password)) this.#remember(this.#begunPasswords, before + password)
      }
    }
    for (const [, start = '', key = ''] of text.matchAll(keys)) {
      if (key.length > shownOfKey && !isStandIn(key))
        this.#remember(this.#begunTokens, start + key.slice(0, shownOfKey))
    }
    for (const [token] of text.matchAll(signedTokens)) {
      if (isSigned(token)) this.#remember(this.#begunTokens, token.slice(0, token.indexOf('.')))
    }
    this.#searchCards(text)
  }

  #searchCards(text: string): void {
    const cards = cardsIn(text)
    for (const { number } of cards) {
      if (this.#cards.has(number)) continue
      this.#cards.add(number)
      this.#begunCards.add(number)
      this.#news += 1
    }
    // What stands behind the first one is hidden with it.
    const [first] = cards
    if (first && /\d/.test(text.slice(0, first.at))) this.#remember(this.#begunTexts, text.slice(0, first.end))
  }

  #remember(some: Beginnings, secret: string): void {
    if (some.add(secret)) this.#news += 1
  }

  #hidden(data: unknown): unknown {
    if (typeof data === 'string') return this.#withoutCards(this.#withoutTokens(this.#withoutPasswords(data)), data)
    if (typeof data !== 'object' || data === null) return data
    const known = this.#known.get(data)
    if (known?.news === this.#news) return known.hidden
    const fields: unknown[] = Object.values(data).map((field) => this.#hidden(field))
    const hasThem = (other: object) => Object.values(other).every((field, place) => field === fields[place])
    const withThem = () => Object.fromEntries(Object.keys(data).map((name, place) => [name, fields[place]]))
    const before = known?.hidden as object | undefined
    const same = [data, before].find((other) => other && hasThem(other))
    const hidden = same ?? (Array.isArray(data) ? fields : withThem())
    this.#known.set(data, { hidden, news: this.#news })
    return hidden
  }

  #withoutPasswords(text: string): string {
    if (!text.includes('://')) return text
    return text.replaceAll(behindColon, (found, before: string, behind: string) => {
      // As far as it was typed.
      if (this.#begunPasswords.has(found)) return `${before}REDACTED`
      const end = endOfPassword(behind)
      return end <= 0 ? found : `${before}REDACTED${behind.slice(end)}`
    })
  }

  #withoutTokens(text: string): string {
    const hide = (found: string, before: string, secret: string) => (isStandIn(secret) ? found : `${before}REDACTED`)
    const isBegun = (token: string) => this.#begunTokens.has(token)
    return text
      .replaceAll(inQuery, hide)
      .replaceAll(inPath, hide)
      .replaceAll(keys, (found, start: string, key: string) =>
        key.length > shownOfKey || isBegun(found) ? hide(found, start, key) : found,
      )
      .replaceAll(signedTokens, (found) => (isSigned(found) || isBegun(found) ? 'REDACTED' : found))
  }

  /** `typed` is the text before anything was hidden in it, which may have been the card. */
  #withoutCards(text: string, typed: string): string {
    if (this.#cards.size === 0 || !mayHaveBegun.test(typed)) return text
    const cards = cardsIn(text, this.#cards)
    if (cards.length > 0) {
      const between = [0, ...cards.map(({ end }) => end)].map((from, place) => text.slice(from, cards[place]?.at))
      return withoutDigits(between.join('REDACTED'))
    }
    const hadCard = text !== typed && cardsIn(typed, this.#cards).length > 0
    if (hadCard || this.#begunTexts.has(typed)) return withoutDigits(text)
    return text.replaceAll(begunNumbers, (found) => {
      // Other numbers may stand right before it.
      const starts = [...found.matchAll(/(?<!\d)\d/g)].map(({ index }) => index)
      const at = starts.find((start) => this.#isBegunCard(digitsOf(found.slice(start))))
      return at === undefined ? found : found.slice(0, at) + withoutDigits(found.slice(at))
    })
  }

  #isBegunCard(digits: string): boolean {
    return digits.length >= tellingDigits && this.#begunCards.has(digits)
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
