import { type Address, decoded, encoded } from './address'
import type { Take } from './seen'

// Of what somebody types in words, a recording has the length and the shape: letters are written as x, digits as 0. Each word has
// a stand-in of its own that is the same wherever the word stands, so that what machines compare, cut, join and write in small
// letters comes out as it did.

/** Where words are typed. What has a form of its own, such as an email, an amount or a code, keeps it: guards read that. */
const typedFields: ReadonlySet<string> = new Set([
  'name',
  'firstName',
  'lastName',
  'displayName',
  'organizationName',
  'note',
  'internalNote',
  'reason',
  'description',
  'termsOfService',
  'subject',
  'body',
  'script',
  'address1',
  'address2',
  'city',
  'category',
])
/** Names of fields that others have for states and kinds: what was typed there is hidden there and nowhere else. */
const sharedNames: ReadonlySet<string> = new Set(['state', 'type'])
/** Where words may come back that were typed elsewhere: in records, in what is sent, and in what a search is for. */
const wordFields: ReadonlySet<string> = new Set([
  ...typedFields,
  'customerName',
  'campaignName',
  'productName',
  'userName',
  'agentName',
  'createdByName',
  'inviterName',
  'partner',
  'collaborator',
  'search',
  'q',
  'searchText',
  'customerSearch',
  'offerSearch',
  'otherSearch',
  'productSearch',
  'typed',
])
/** Where they come back within a sentence. */
const sentenceFields: ReadonlySet<string> = new Set(['message', 'text', 'title'])
/** The shortest text that is looked for in sentences, which would else lose words of their own. */
const shortestInSentence = 3
/** Words that the app adds to what was typed. */
const addedWords: ReadonlySet<string> = new Set(['copy'])
/** A text of this length or more may have been cut within its last word. */
const longText = 60
/** Events with the text of a search. */
const searches: ReadonlySet<string> = new Set([
  'search.change',
  'customer.search',
  'offer.search',
  'other.search',
  'product.search',
  'palette.search',
])

// What stands in braces is filled in when a text is sent; machines know the names.
const partsOfText = /\{\{?[\w.]+\}?\}|[\p{L}\p{M}\d]+|[^\p{L}\p{M}\d{]+|\{/gu
const isWord = (part: string) => /^[\p{L}\p{M}\d]/u.test(part) && part !== 'REDACTED'
const parts = (text: string): string[] => text.match(partsOfText) ?? []
const wordsOf = (text: string) => parts(text).filter(isWord)

/** What a field is, as far as that says whether words are in it. */
function nameWithin(of: string, name: string): string {
  // A kind of error has a name that nobody has typed, and what toasts say stands under their ids.
  if (of === '$error' && name === 'name') return ''
  return of === 'texts' ? 'text' : name
}

const letters = 'xyzabcdefghijklmnopqrstuvw'
const digits = '0123456789'

/** The word of a shape that comes after as many others of it. */
function variant(word: string, place: number): string {
  let rest = place
  return Array.from({ length: word.length }, (_, fromEnd) => {
    const signs = /\d/.test(word[word.length - 1 - fromEnd] ?? '') ? digits : letters
    const sign = signs[rest % signs.length] ?? ''
    rest = Math.floor(rest / signs.length)
    return sign
  })
    .toReversed()
    .join('')
}

/** What somebody typed, and what is written instead. */
export class TypedText {
  /** By the word in small letters. */
  #standIns = new Map<string, string>()
  #perShape = new Map<string, number>()
  /** The whole texts, for sentences, and how many words the longest of them has. */
  #texts = new Set<string>()
  #longest = 0
  #shared = new Map<string, Set<string>>()
  #known = new Map<string, WeakMap<object, unknown>>()

  constructor(events: readonly { source?: string | undefined; event: { type: string } }[]) {
    for (const { source, event } of events) {
      // What an actor sends, nobody types.
      if (source === undefined && !event.type.startsWith('xstate.')) this.#take(event)
    }
  }

  #take(event: { type: string }): void {
    const { type, fields, text, typed } = event as { type: string; fields?: unknown; text?: unknown; typed?: unknown }
    if (type === 'field.change') this.#takeFields(fields)
    if (searches.has(type)) this.#learn(text)
    if (type === 'customer.new') this.#learn(typed)
  }

  #takeFields(fields: unknown): void {
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return
    for (const [name, value] of Object.entries(fields)) {
      if (typedFields.has(name)) this.#learn(value)
      else if (sharedNames.has(name) && typeof value === 'string') {
        this.#learn(value)
        this.#shared.set(name, (this.#shared.get(name) ?? new Set()).add(value.trim()))
      } else this.#takeFields(value)
    }
  }

  #learn(typed: unknown): void {
    if (typeof typed !== 'string') return
    const words = wordsOf(typed)
    for (const word of words) this.#standInOf(word)
    const text = typed.trim()
    if (text.length < shortestInSentence || words.length === 0) return
    this.#texts.add(text)
    this.#longest = Math.max(this.#longest, parts(text).length)
  }

  #standInOf(word: string): string {
    const small = word.toLowerCase()
    let standIn = this.#standIns.get(small)
    if (standIn === undefined) {
      const shape = small.replaceAll(/\d/g, '0').replaceAll(/[^0]/g, 'x')
      const place = this.#perShape.get(shape) ?? 0
      this.#perShape.set(shape, place + 1)
      standIn = variant(small, place)
      this.#standIns.set(small, standIn)
    }
    return Array.from({ length: word.length }, (_, at) => {
      const [was = '', is = ''] = [word[at], standIn[at]]
      return was === was.toLowerCase() ? is : is.toUpperCase()
    }).join('')
  }

  /** JSON data without the words; parts that have none are shared with it. */
  hide<Data>(data: Data, name = ''): Data {
    // Of the same shape, as only texts change.
    return this.#hidden(data, name) as Data
  }

  /** An event without the words; what is searched for is one of its words, however short. */
  hideEvent<Taken extends { type: string }>(event: Taken): Taken {
    const hidden = this.hide(event)
    if (!searches.has(event.type) || !('text' in event)) return hidden
    return { ...hidden, text: this.#withoutWords(String(event.text)) }
  }

  #hidden(data: unknown, name: string): unknown {
    if (typeof data === 'string') return this.#hiddenText(data, name)
    if (typeof data !== 'object' || data === null || this.#standIns.size === 0) return data
    // An array's items are of the array's name.
    const known = this.#known.get(name) ?? new WeakMap<object, unknown>()
    this.#known.set(name, known)
    const before = known.get(data)
    if (before !== undefined) return before
    const hidden = Array.isArray(data) ? this.#hiddenArray(data, name) : this.#hiddenRecord(data, name)
    known.set(data, hidden)
    return hidden
  }

  #hiddenArray(data: readonly unknown[], name: string): unknown {
    const items = data.map((item) => this.#hidden(item, name))
    return items.every((item, place) => item === data[place]) ? data : items
  }

  #hiddenRecord(data: object, of: string): unknown {
    const fields = Object.entries(data).map(([name, field]): [string, unknown] => [
      name,
      this.#hidden(field, nameWithin(of, name)),
    ])
    const isSame = fields.every(([name, field]) => field === (data as Record<string, unknown>)[name])
    return isSame ? data : Object.fromEntries(fields)
  }

  #hiddenText(text: string, name: string): string {
    if (wordFields.has(name)) return this.#withoutWords(text)
    if (this.#shared.get(name)?.has(text.trim())) return this.#withoutWords(text)
    return sentenceFields.has(name) ? this.#withoutTexts(text) : text
  }

  /** A text of which every word was typed; another one is the server's or the app's. */
  #withoutWords(text: string): string {
    const all = parts(text)
    const last = all.at(-1) ?? ''
    const hidden = all.map((part) => this.#withoutWord(part, part === last && text.length >= longText))
    return hidden.every((part) => part !== undefined) ? hidden.join('') : text
  }

  /** Undefined for a word that nobody typed. */
  #withoutWord(part: string, mayBeCut: boolean): string | undefined {
    const small = part.toLowerCase()
    if (!isWord(part)) return part
    if (this.#standIns.has(small)) return this.#standInOf(part)
    if (addedWords.has(small)) return part
    const whole = mayBeCut && [...this.#standIns.keys()].find((word) => word.startsWith(small))
    return whole ? this.#standInOf(part + whole.slice(part.length)).slice(0, part.length) : undefined
  }

  #withoutTexts(sentence: string): string {
    const all = parts(sentence)
    const out: string[] = []
    for (let place = 0; place < all.length; place++) {
      let end = Math.min(all.length, place + this.#longest)
      while (end > place && !this.#texts.has(all.slice(place, end).join(''))) end -= 1
      out.push(end > place ? this.#withoutWords(all.slice(place, end).join('')) : (all[place] ?? ''))
      place = Math.max(place, end - 1)
    }
    return out.join('')
  }

  /** An address without the words in it. */
  hideAddress(address: string): string {
    return encoded(this.#hiddenAddress(decoded(address)))
  }

  #hiddenAddress({ path, search }: Address): Address {
    return { path, search: search?.map(([name, value]) => [name, this.#hiddenText(value, name)]) }
  }
}

/** What was taken, with the length and the shape of what somebody typed in words, instead of the words. */
export function withoutTypedText({ actors, events, exchanges, visits }: Take): Take {
  const typed = new TypedText(events)
  return {
    actors: actors.map((actor) => ({ ...actor, input: typed.hide(actor.input), before: typed.hide(actor.before) })),
    events: events.map((each) => ({ ...each, event: typed.hideEvent(each.event), after: typed.hide(each.after) })),
    exchanges: exchanges.map((exchange) => ({
      ...exchange,
      path: typed.hideAddress(exchange.path),
      body: typed.hide(exchange.body),
      answer: typed.hide(exchange.answer),
    })),
    visits: visits.map((visit) => ({ ...visit, address: typed.hideAddress(visit.address) })),
  }
}
