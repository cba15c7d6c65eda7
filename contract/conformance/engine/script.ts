import { callNamed, isReading } from './calls'
import type { Exchange } from './exchange'
import { type Link, tokenOf } from './history'
import type { Journal } from './journal'
import { madeBy, makings } from './made'
import type { CheckOptions } from './model'
import type { Secrets } from './secrets'
import { pieces, quoted, type Variable } from './shell'

/** What a script is made from. */
interface Source {
  readonly options: CheckOptions
  readonly secrets: Secrets
  readonly journal: Journal
}

interface Told {
  rule: string
  expected: string
  actual: string
}

/** Longest argument that every system takes; what is longer goes through a pipe. */
const maxArgument = 100_000

const head = `ask() { curl -sS -g --path-as-is -H 'Accept: application/json' -H 'Expect:' "$@"; }
show() { ask -w '\\nstatus %{http_code}\\n' "$@"; }
pick() { node -pe 'process.argv[1].split(".").reduce((v, k) => v?.[k], JSON.parse(require("fs").readFileSync(0, "utf8"))) ?? ""' "$1"; }`

/** A word of the same length that no record has, so that a script can be run beside what an earlier one has left. */
const freshWord = (length: number) =>
  `RUN=$(node -p 'Array.from({ length: ${length} }, () => "abcdefghijkmnpqrstuvwxyz"[Math.floor(Math.random() * 24)]).join("")')`

const comment = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')

/**
 * A script for sh that repeats a finding by itself: it signs in, makes what the requests need, asks what was asked, shows
 * what is answered, and puts things back. It needs curl and Node.js, and no secret is in it.
 */
export function scriptOf(run: Source, chain: readonly Link[], { rule, expected, actual }: Told): string {
  const script = new Script(run, chain)
  const steps = chain.flatMap((link, index) => script.step(link, index))
  const back = script.puttingBack()
  return [
    '#!/bin/sh',
    `# ${rule}: repeats what was found, by itself. It needs curl and Node.js.`,
    'set -u',
    `BASE=\${BASE:-${quoted(run.options.baseUrl)}}`,
    head,
    ...script.definitions(),
    '',
    ...steps,
    `printf '%s\\n' ${quoted(`expected: ${comment(expected)}`)} ${quoted(`it was:   ${comment(actual)}`)}`,
    ...(back.length === 0 ? [] : ['', '# What was made and changed is put back.', ...back]),
    '',
  ].join('\n')
}

class Script {
  readonly #run: Source
  readonly #chain: readonly Link[]
  readonly #variables: Variable[] = []
  readonly #used = new Set<string>()
  /** Records that the script makes, by variable. */
  readonly #made: { variable: string; exchange: Exchange }[] = []
  #sessions = 0

  constructor(run: Source, chain: readonly Link[]) {
    this.#run = run
    this.#chain = chain
    const marker = run.journal.head?.marker
    if (marker !== undefined) this.#variables.push({ value: marker.slice(2), name: 'RUN', isWord: false })
    for (const [value, { name }] of run.secrets.written) this.#variables.push({ value, name, isWord: false })
  }

  step({ exchange, role, isAtOnce, account }: Link, index: number): string[] {
    const command = this.#curl(exchange)
    const next = this.#chain[index + 1]
    const wait = isAtOnce && next?.isAtOnce !== true ? ['wait'] : []
    const end = isAtOnce ? ' &' : ''
    if (role !== 'make') {
      const what = role === 'fault' ? 'The request at fault' : 'What shows it'
      const said = `# ${what}; the answer was: ${comment(this.#run.secrets.redact(exchange.summary))}`
      const showing = command.replace(/\bask -[XI]/, (start) => start.replace('ask', 'show'))
      const kept = isAtOnce || role === 'seen' ? undefined : this.#capturing(exchange, account)
      if (kept === undefined) return [said, `${showing}${end}`, ...wait]
      const pick = `printf '%s\\n' "$ANSWER" | sed '$d' | pick ${kept.path}`
      return [said, `ANSWER=$(${showing})`, `printf '%s\\n' "$ANSWER"`, `${kept.name}=$(${pick})`]
    }
    const variable = isAtOnce ? undefined : this.#capturing(exchange, account)
    if (variable === undefined) return [`${command} > /dev/null${end}`, ...wait]
    return [`${variable.name}=$(${command} | pick ${variable.path})`]
  }

  /** The variable that keeps what later requests need of an answer. */
  #capturing(exchange: Exchange, account: Link['account']): { name: string; path: string } | undefined {
    const { call, json } = exchange
    const token = tokenOf(exchange)
    const isProgram = call.name === 'apiTokens.create'
    if ((isProgram || (call.name === 'users.login' && account === undefined)) && token !== undefined) {
      this.#sessions += 1
      const name = `${isProgram ? 'API_TOKEN' : 'SESSION'}_${this.#sessions}`
      this.#variables.unshift({ value: token, name, isWord: false })
      return { name, path: 'data.token' }
    }
    const { data } = (json ?? {}) as { data?: { id?: unknown } | null }
    if (!madeBy.has(call.name) || typeof data?.id !== 'string') return undefined
    const name = `${call.resource.slice(0, -1).toUpperCase()}_${this.#made.length + 1}`
    this.#variables.unshift({ value: data.id, name, isWord: true })
    this.#made.push({ variable: name, exchange })
    return { name, path: 'data.id' }
  }

  #curl({ call, request }: Exchange): string {
    const { method, path, headers, body, pauseAt } = request
    const parts = [
      'ask',
      ...(call.streams !== undefined ? ['-N', '--max-time 4'] : []),
      method === 'HEAD' ? '-I' : `-X ${method}`,
      `"$BASE"${this.#text(path)}`,
    ]
    for (const [name, value] of Object.entries(headers)) {
      if (name !== 'accept') parts.push('-H', this.#text(`${name}: ${value}`))
    }
    if (body === undefined) return parts.join(' ')
    if (pauseAt !== undefined) {
      const halves = [body.slice(0, pauseAt), body.slice(pauseAt)].map((half) => `printf %s ${this.#text(half, true)}`)
      const length = `-H 'content-length: ${Buffer.byteLength(body)}'`
      return `{ ${halves.join('; sleep 1; ')}; } | ${[...parts, length, '-T -'].join(' ')}`
    }
    const shown = this.#text(body, true)
    if (body.length <= maxArgument) return [...parts, '--data-raw', shown].join(' ')
    return `printf %s ${shown} | ${[...parts, '--data-binary @-'].join(' ')}`
  }

  #text(text: string, isJson = false): string {
    return pieces(text, this.#variables, isJson, (name) => this.#used.add(name))
  }

  /** Deletes what the script has made, and sends former values back. */
  puttingBack(): string[] {
    const { journal, options } = this.#run
    const lines: string[] = []
    for (const { variable, exchange } of this.#made) {
      const { data } = exchange.json as { data: { id: string } }
      // An id that turned out to be another record's is left alone.
      if (!journal.known.has(data.id) || options.keep === true) continue
      const resource = madeBy.get(exchange.call.name)
      const token = this.#text(`authorization: ${exchange.request.headers['authorization'] ?? ''}`)
      for (const [name, body] of resource === undefined ? [] : makings[resource].endings) {
        const { method, path } = callNamed(name)
        const address = path.replace(/:\w+/, `$${variable}`)
        const sent =
          body === undefined ? '' : ` -H 'content-type: application/json' --data-raw '${JSON.stringify(body)}'`
        lines.push(`ask -X ${method} "$BASE${address}" -H ${token}${sent} > /dev/null`)
      }
    }
    const changed = new Map<string, string>()
    for (const { exchange, account } of this.#chain) {
      if (isReading(exchange.call) || exchange.request.method !== 'PUT' || account === undefined) continue
      const fields = journal.former(exchange.call.name, exchange.request.path, account)
      if (fields === undefined) continue
      const { path, headers } = exchange.request
      const token = this.#text(`authorization: ${headers['authorization'] ?? ''}`)
      const body = this.#text(JSON.stringify(fields), true)
      changed.set(
        path,
        `ask -X PUT "$BASE"${this.#text(path)} -H ${token} -H 'content-type: application/json' --data-raw ${body} > /dev/null`,
      )
    }
    return [...lines, ...changed.values()]
  }

  /** The variables that the steps use, each before those that follow from it. */
  definitions(): string[] {
    const { secrets, options, journal } = this.#run
    const from = new Map(secrets.written.map(([, { name, from: origin }]) => [name, origin]))
    const lines: string[] = []
    const done = new Set<string>()
    const given = (name: string, what: string) =>
      `${name}=\${${name}:-\${OFFERDESK_${name}:?${what.replaceAll(/[^\w@.+ -]/g, '')}}}`
    const login = (name: string, email: string, password: string) =>
      `${name}=$(ask -X POST "$BASE/api/v1/users/login" -H 'content-type: application/json' --data-raw ${quoted(`{"email":${JSON.stringify(email)},"password":"`)}"$${password}"'"}' | pick data.token)`
    const define = (name: string): void => {
      if (done.has(name)) return
      done.add(name)
      const origin = from.get(name)
      if (name === 'RUN') lines.push(freshWord((journal.head?.marker.length ?? 2) - 2))
      else if (origin !== undefined) {
        define(origin.of)
        lines.push(`${name}=$(node -p ${quoted(`const it = process.argv[1]; ${origin.by}`)} "$${origin.of}")`)
      } else if (name === 'TOKEN' && options.email !== undefined && options.password !== undefined) {
        define('PASSWORD')
        lines.push(login(name, options.email, 'PASSWORD'))
      } else if (name === 'SECOND_TOKEN' && options.secondEmail !== undefined) {
        define('SECOND_PASSWORD')
        lines.push(login(name, options.secondEmail, 'SECOND_PASSWORD'))
      } else if (from.has(name)) lines.push(given(name, `has to be set ${options.email ?? ''}`))
    }
    for (const name of this.#used) define(name)
    return lines
  }
}
