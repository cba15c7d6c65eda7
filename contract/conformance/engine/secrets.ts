/** Every way in which a text can stand in a report. */
const writings = (secret: string) => [
  ...new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]),
]

/** How a secret follows from another: `by` is an expression of JavaScript in which that one is `it`. */
export interface Derivation {
  of: string
  by: string
}

interface Named {
  /** The variable that a command takes instead, such as TOKEN. */
  name: string
  from: Derivation | undefined
}

/** What is never shown, and what stands in its place. */
export class Secrets {
  readonly #names = new Map<string, Named>()
  /** Made when it is asked for, as there are many secrets. */
  #written: (readonly [writing: string, Named])[] | undefined

  add(secret: string | undefined, name: string, from?: Derivation): void {
    if (secret === undefined || secret.length < 4) return
    // A token that an answer hands out is TOKEN until it is known whose it is.
    if ((this.#names.get(secret)?.name ?? 'TOKEN') !== 'TOKEN') return
    this.#names.set(secret, { name, from })
    this.#written = undefined
  }

  /** Every way in which a secret may be written, the longest first, with what is known of it. */
  get written(): readonly (readonly [writing: string, Named])[] {
    this.#written ??= [...this.#names]
      .flatMap(([secret, named]) => writings(secret).map((writing) => [writing, named] as const))
      .toSorted(([one], [other]) => other.length - one.length)
    return this.#written
  }

  redact(text: string): string {
    return this.written.reduce((result, [writing, { name }]) => result.replaceAll(writing, `$${name}`), text)
  }

  /** A command in single quotes has to leave them for its variables. */
  redactCommand(text: string): string {
    const names = [...new Set([...this.#names.values()].map(({ name }) => name))].join('|')
    const redacted = this.redact(text)
    return names === '' ? redacted : redacted.replaceAll(new RegExp(String.raw`\$(${names})\b`, 'g'), `'"$$$1"'`)
  }
}
