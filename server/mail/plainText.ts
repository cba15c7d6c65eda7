const signs: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
}
const decoded = (html: string) =>
  html.replaceAll(/&(#39|[a-z]{2,4});/g, (entity, name: string) => signs[name] ?? entity)

/** What stands for a tag in plain text, by whether it opens or closes. */
const block = { open: '\n\n', close: '\n\n' }
const cell = { open: '', close: ' ' }
const marks: Readonly<Record<string, { open: string; close: string }>> = {
  ...Object.fromEntries(
    [
      'p',
      'div',
      'h1',
      'h2',
      'h3',
      'h4',
      'h5',
      'h6',
      'ul',
      'ol',
      'table',
      'blockquote',
      'section',
      'header',
      'footer',
    ].map((name) => [name, block]),
  ),
  br: { open: '\n', close: '\n' },
  li: { open: '\n- ', close: '\n' },
  tr: { open: '', close: '\n' },
  td: cell,
  th: cell,
}
/** What is inside of these is not for reading. */
const unread = new Set(['head', 'style', 'script', 'title'])

const tagName = /^<\/?([a-z][a-z0-9]{0,20})/
const address = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i

/**
 * What HTML says without its marks: a link with its address, a block as a paragraph. Every character is looked at once
 * or twice, whatever the HTML is: it comes from people, and is read where all others wait.
 */
export function plainText(html: string): string {
  const written = new PlainText()
  // Of the same length, so that a place in one is the same place in the other.
  const lower = html.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
  let at = 0
  /** Moves to after what ends with `end`, or to the end of all when nothing does. */
  const skipTo = (end: string, from: number) => {
    const found = lower.indexOf(end, from)
    at = found === -1 ? html.length : found + end.length
  }
  while (at < html.length) {
    const start = html.indexOf('<', at)
    if (start === -1) break
    written.words(html.slice(at, start))
    at = start
    if (lower.startsWith('<!--', start)) {
      skipTo('-->', start + 4)
      continue
    }
    if (!/[a-z/!]/.test(lower.charAt(start + 1))) {
      written.words('<')
      at += 1
      continue
    }
    const end = html.indexOf('>', start)
    // No tag ends any more: the rest is text.
    if (end === -1) break
    at = end + 1
    const name = tagName.exec(lower.slice(start, start + 24))?.[1]
    if (name === undefined) continue
    const isClosing = lower.startsWith('</', start)
    if (name === 'a') {
      const found = isClosing ? undefined : address.exec(html.slice(start, at))
      written.endLink()
      if (found) written.beginLink((found[1] ?? found[2] ?? '').trim())
    } else if (unread.has(name) && !isClosing) {
      skipTo(`</${name}`, at)
      if (at < html.length) skipTo('>', at)
    } else written.mark(marks[name]?.[isClosing ? 'close' : 'open'] ?? '')
  }
  if (at < html.length) written.words(html.slice(at))
  return written.text()
}

/** The plain text that is being written, with the link that is open in it. */
class PlainText {
  readonly #parts: string[] = []
  #link: { address: string; start: number } | undefined

  words(text: string): void {
    this.#parts.push(text.replaceAll(/\s+/g, ' '))
  }

  mark(mark: string): void {
    this.#parts.push(mark)
  }

  beginLink(address: string): void {
    this.#link = { address, start: this.#parts.length }
  }

  /** Writes the address behind the words of the open link, unless it is what they are. */
  endLink(): void {
    if (!this.#link) return
    const { address, start } = this.#link
    const words = this.#parts.splice(start).join('').replaceAll(/\s+/g, ' ').trim()
    const isEnough = words === '' || words === address || address === ''
    this.#parts.push(isEnough ? words || address : `${words}: ${address}`)
    this.#link = undefined
  }

  text(): string {
    const lines = decoded(this.#parts.join(''))
      .split('\n')
      .map((line) => line.trim())
    return `${lines
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()}\n`
  }
}
