import type { HttpRequest } from './http'

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A long run of one character is printed as what makes it, so that the command stays readable and exact. */
const shortened = (text: string) =>
  quoted(text).replaceAll(/([A-Za-z0-9])\1{119,}/g, (run: string) => {
    return `'"$(printf '%0${run.length}d' 0 | tr 0 ${run.slice(0, 1)})"'`
  })

/** Longest body that a command shows. */
const maxBody = 30_000

/** The command that repeats a request. */
export function curlOf(baseUrl: string, { method, path, headers, body }: HttpRequest): string {
  const parts = ['curl -i', ...(method === 'HEAD' ? ['-I'] : ['-X', method]), quoted(`${baseUrl}${path}`)]
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'accept') parts.push('-H', quoted(`${name}: ${value}`))
  }
  if (body !== undefined) {
    const shown = shortened(body)
    parts.push(
      '--data-raw',
      shown.length <= maxBody ? shown : `${quoted(body.slice(0, 200))} # and ${body.length - 200} more characters`,
    )
  }
  return parts.join(' ')
}

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
