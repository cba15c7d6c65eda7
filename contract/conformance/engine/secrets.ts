/** Every way in which a text can stand in a report. */
const writings = (secret: string) => [
  ...new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]),
]

/** What is never shown, and what stands in its place. */
export class Secrets {
  readonly #names = new Map<string, string>()

  /** `name` is the variable that a command takes instead, such as TOKEN. */
  add(secret: string | undefined, name: string): void {
    if (secret === undefined || secret.length < 4) return
    // A token that an answer hands out is TOKEN until it is known whose it is.
    if ((this.#names.get(secret) ?? 'TOKEN') !== 'TOKEN') return
    this.#names.set(secret, name)
  }

  redact(text: string): string {
    let result = text
    const byLength = [...this.#names].toSorted(([one], [other]) => other.length - one.length)
    for (const [secret, name] of byLength) {
      for (const writing of writings(secret)) result = result.replaceAll(writing, `$${name}`)
    }
    return result
  }

  /** A command in single quotes has to leave them for its variables. */
  redactCommand(text: string): string {
    const names = [...new Set(this.#names.values())].join('|')
    const redacted = this.redact(text)
    return names === '' ? redacted : redacted.replaceAll(new RegExp(String.raw`\$(${names})\b`, 'g'), `'"$$$1"'`)
  }
}
