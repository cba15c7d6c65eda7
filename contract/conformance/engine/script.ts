import { callNamed, isReading } from './calls'
import type { Exchange } from './exchange'
import { type Link, tokenOf } from './history'
import type { Journal } from './journal'
import { madeBy, makings } from './made'
import type { CheckOptions } from './model'
import { findingName } from './recorder'
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
  call: string
  /** What of the run found it. */
  part: string
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
 * A script for sh that asks for a finding again, on whatever server BASE names: the checker makes what it needs there, and tells
 * whether it still stands. With `show` it sends the very requests by curl and shows what is answered, where they need nothing
 * of the run that has found it. No secret is in it.
 */
export function scriptOf(run: Source, chain: readonly Link[], told: Told): string {
  const { rule, expected, actual } = told
  const shown = showing(run, chain)
  const isWhole = !hasIdsOf(chain, shown.join('\n'))
  const said = [`expected: ${comment(expected)}`, `it was:   ${comment(actual)}`]
  return [
    '#!/bin/sh',
    `# ${rule}: asks for what was found again, and says 'still broken' (1) or 'mended' (0). It needs the checker${isWhole ? '; with show, curl and Node.js' : ''}.`,
    ...said.map((line) => `# ${redacted(line)}`),
    'set -u',
    `BASE=\${BASE:-${quoted(run.options.baseUrl)}}`,
    ...(isWhole
      ? ['', 'if [ "${1:-}" = show ]; then', ...shown, `printf '%s\\n' ${said.map(quoted).join(' ')}`, 'exit', 'fi']
      : []),
    '',
    ...asking(run, told),
    '',
  ].join('\n')
}

/** What a run made has other ids elsewhere. */
const redacted = (line: string) =>
  line.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '…')

/** Whether a text has an id that something of the chain was answered with when it was made, and that nothing stands for. */
function hasIdsOf(chain: readonly Link[], text: string): boolean {
  const ids = chain.flatMap(({ exchange: { json } }) => [...idsIn((json as { data?: unknown } | undefined)?.data)])
  return ids.some((id) => id.length >= 6 && text.includes(id))
}

function* idsIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* idsIn(one)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) {
      if (name === 'id' && typeof one === 'string') yield one
      else yield* idsIn(one)
    }
  }
}

/** The requests themselves, and what puts them back. */
function showing(run: Source, chain: readonly Link[]): string[] {
  const script = new Script(run, chain)
  const steps = chain.flatMap((link, index) => script.step(link, index))
  const back = script.puttingBack()
  return [
    head,
    ...script.definitions(),
    '',
    ...steps,
    ...(back.length === 0 ? [] : ['', '# What was made and changed is put back.', ...back]),
  ]
}

/** Begins the checker for nothing but the finding. CHECKER names another one. */
function asking({ options }: Source, { rule, call, part, expected }: Told): string[] {
  const {
    begunBy,
    email,
    secondEmail,
    token,
    orderToken,
    expiredOrderToken,
    level,
    readOnly,
    seed,
    only = [],
  } = options
  const secrets = [
    email === undefined ? undefined : 'PASSWORD',
    secondEmail === undefined ? undefined : 'SECOND_PASSWORD',
    token === undefined ? undefined : 'TOKEN',
    orderToken === undefined ? undefined : 'ORDER_TOKEN',
    expiredOrderToken === undefined ? undefined : 'EXPIRED_ORDER_TOKEN',
  ].filter((name) => name !== undefined)
  const isNeeded = (name: string) =>
    name === 'PASSWORD' || name === 'SECOND_PASSWORD' || (name === 'TOKEN' && email === undefined)
  const flags = [
    ...(email === undefined ? [] : ['--email', quoted(email)]),
    ...(secondEmail === undefined ? [] : ['--second-email', quoted(secondEmail)]),
    ...(readOnly ? ['--read-only'] : []),
    ...(only.length === 0 ? [] : ['--only', only.join(',')]),
    `--level ${level} --seed ${seed} --part ${quoted(part)}`,
    `--again ${quoted(findingName(rule, call, expected))}`,
  ]
  const [program = '', ...rest] = begunBy?.command ?? []
  const main = rest.at(-1) ?? ''
  return [
    ...secrets.map((name) =>
      isNeeded(name)
        ? `export OFFERDESK_${name}="\${OFFERDESK_${name}:-\${${name}:?has to be set}}"`
        : `export OFFERDESK_${name}="\${OFFERDESK_${name}:-\${${name}:-}}"`,
    ),
    'checker() {',
    '  if [ -n "${CHECKER:-}" ]; then $CHECKER "$@"',
    ...(begunBy === undefined
      ? []
      : [
          `  elif [ -f ${quoted(main)} ]; then (cd ${quoted(begunBy.folder)} && ${[program, ...rest].map(quoted).join(' ')} "$@")`,
        ]),
    '  else npx --no-install offerdesk-conformance "$@"; fi',
    '}',
    `checker --base-url "$BASE" ${flags.join(' ')}`,
  ]
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
        const { method, path, level } = callNamed(name)
        if (level === 'extension' && options.level === 'core') continue
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
