import { AsyncLocalStorage } from 'node:async_hooks'
import { type RuleId, rules } from '../rules'
import type { Call } from './calls'
import type { CallReport, Finding, Report } from './model'
import { whyNever } from './whyNever'

/** A check that failed. */
interface Failure {
  rule: RuleId
  call: string
  expected: string
  actual: string
  curl: () => string
  script: (finding: { expected: string; actual: string }) => string
}

type Counts = Pick<CallReport, 'requests' | 'valid' | 'invalid' | 'exercised'>

/** How much of an answer a finding shows. */
const maxText = 600
const cut = (text: string) => (text.length > maxText ? `${text.slice(0, maxText)}…` : text)

/** How many other answers of one finding are named. */
const mostOthers = 20
const masked = (text: string) => text.replaceAll(/\d+/g, '#')

/** A field that is wrong at another place is named, too. */
function addOther(finding: Finding, actual: string): void {
  const others = (finding.others ??= [])
  const isNew = [finding.actual, ...others].every((one) => masked(one) !== masked(actual))
  if (isNew && others.length < mostOthers) others.push(actual)
}

/** The call that a finding is of, by what it is called. */
export const callOfFinding = (name: string): string => /^\S+ of (\S+): /.exec(name)?.[1] ?? ''

/**
 * What a finding is called in every run, on every server: its rule, its call and what was expected, without ids, figures and the
 * words of a run.
 */
export const findingName = (rule: string, call: string, expected: string): string =>
  `${rule} of ${call}: ${expected
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, 'ID')
    .replaceAll(/\b(?:zq|yw)[a-z0-9]*x[a-z0-9]+z/g, 'WORD')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\d+/g, '#')}`

/** What fails in some work, whatever runs beside it. */
interface Scope {
  failures: number
  /** Where checks that fail are kept instead of being recorded: a failing case is being made smaller. */
  muted: Failure[] | undefined
  outer: Scope | undefined
}

/** Keeps what a run has found, counted per rule and call. */
export class Recorder {
  readonly #calls: readonly Call[]
  readonly #counts = new Map<string, Counts>()
  readonly #findings = new Map<string, Finding>()
  readonly #checks = new Map<RuleId, number>()
  readonly #skipped = new Map<string, { rule: string; reason: string }>()
  /** Why a call was not exercised, and how its last valid request was answered. */
  readonly #whys = new Map<string, string>()
  readonly #answers = new Map<string, string>()
  requests = 0
  readonly #scopes = new AsyncLocalStorage<Scope>()
  /** The findings that are looked for, those of them that were found, and those of which what they expect has held. */
  wanted: ReadonlySet<string> | undefined
  readonly #foundAgain = new Set<string>()
  readonly heldAgain = new Set<string>()
  /** The rules that held while one was looked for, by rule and call. */
  readonly heldOf = new Set<string>()

  constructor(calls: readonly Call[]) {
    this.#calls = calls
  }

  count(call: string, isValid: boolean): void {
    const counts = this.#countsOf(call)
    this.requests += 1
    counts.requests += 1
    counts[isValid ? 'valid' : 'invalid'] += 1
  }

  isExercised(call: string): boolean {
    return this.#countsOf(call).exercised
  }

  /** Says why a call is not exercised in this run. */
  notExercised(call: string, why: string): void {
    this.#whys.set(call, why)
  }

  answered(call: string, how: string): void {
    this.#answers.set(call, how)
  }

  exercised(call: string): void {
    this.#countsOf(call).exercised = true
  }

  /** Tells whoever looks for a finding that what was expected of a call has held. */
  heldFor(rule: RuleId, call: string, expected: string): void {
    this.held(rule)
    if (this.wanted === undefined) return
    this.heldOf.add(`${rule} of ${call}`)
    const name = findingName(rule, call, cut(expected))
    if (this.wanted.has(name)) this.heldAgain.add(name)
  }

  /** Whether all that is looked for has been found. */
  get isFoundAgain(): boolean {
    return this.wanted?.size === this.#foundAgain.size
  }

  /** Counts checks that held; those that do while muted are counted by who muted them. */
  held(rule: RuleId, count = 1): void {
    if (this.#muted === undefined) this.#checks.set(rule, (this.#checks.get(rule) ?? 0) + count)
  }

  failed(failure: Failure): void {
    for (let scope = this.#scopes.getStore(); scope !== undefined; scope = scope.outer) scope.failures += 1
    const muted = this.#muted
    if (muted !== undefined) return void muted.push(failure)
    this.#checks.set(failure.rule, (this.#checks.get(failure.rule) ?? 0) + 1)
    this.#record(failure)
  }

  /** Runs `work` without recording; returns what failed in it, which {@link keep} records. */
  async muted(work: () => Promise<void>): Promise<readonly Failure[]> {
    const muted: Failure[] = []
    await this.#scopes.run({ failures: 0, muted, outer: this.#scopes.getStore() }, work)
    return muted
  }

  /** Runs `work` to its end, however that is; tells how many checks have failed in it, the muted ones too. */
  async counted(work: () => Promise<unknown>): Promise<{ failures: number; error: unknown }> {
    const outer = this.#scopes.getStore()
    const scope: Scope = { failures: 0, muted: outer?.muted, outer }
    try {
      await this.#scopes.run(scope, work)
      return { failures: scope.failures, error: undefined }
    } catch (error) {
      return { failures: scope.failures, error }
    }
  }

  /** Whether nothing is recorded of what is asked now. */
  get isMuted(): boolean {
    return this.#muted !== undefined
  }

  get #muted(): Failure[] | undefined {
    return this.#scopes.getStore()?.muted
  }

  /** Records checks that failed while muted. */
  keep(failures: readonly Failure[]): void {
    for (const failure of failures) this.failed(failure)
  }

  skip(rule: RuleId, reason: string): void {
    this.#skipped.set(`${rule}|${reason}`, { rule, reason })
  }

  /** Whether anything came to a rule, good or bad. */
  isApplied(rule: RuleId): boolean {
    return this.#checks.has(rule)
  }

  /** Says of every rule to which nothing has come that it was skipped: what is not reported counts as passed. */
  skipRest(wanted: readonly RuleId[], reason: string): void {
    const told = new Set([...this.#skipped.values()].map(({ rule }) => rule))
    for (const rule of wanted) if (!this.isApplied(rule) && !told.has(rule)) this.skip(rule, reason)
  }

  /** Why no valid request of a call has succeeded. */
  #whyNot({ name, resource }: Call): string {
    const known = this.#whys.get(name) ?? whyNever(name)
    if (known !== undefined) return known
    const answer = this.#answers.get(name)
    if (answer !== undefined) return `its requests were not to succeed, or did not; the last was answered ${answer}`
    const skipped = [...this.#skipped.values()].find(({ rule }) => rule.startsWith(`${resource}.`))
    return skipped === undefined ? 'nothing in this run asks for it' : `${skipped.rule} was skipped: ${skipped.reason}`
  }

  #record({ rule, call, expected, actual, curl, script }: Failure): void {
    const { kind, title } = rules[rule]
    // The same break with other figures is one finding.
    const key = `${rule}|${call}|${expected.replaceAll(/\d+/g, '#')}`
    const known = this.#findings.get(key)
    const name = findingName(rule, call, cut(expected))
    if (this.wanted?.has(name) === true) this.#foundAgain.add(name)
    if (known) {
      known.count += 1
      addOther(known, cut(actual))
    } else {
      const said = { expected: cut(expected), actual: cut(actual) }
      const shown = { ...said, curl: curl(), script: script(said), count: 1 }
      this.#findings.set(key, { rule, call, kind, reason: title, ...shown })
    }
  }

  #countsOf(call: string): Counts {
    const counts = this.#counts.get(call) ?? { requests: 0, valid: 0, invalid: 0, exercised: false }
    this.#counts.set(call, counts)
    return counts
  }

  get findings(): Finding[] {
    return [...this.#findings.values()]
  }

  /** Requests and findings per call, for the progress. */
  get perCall(): { call: string; requests: number; findings: number }[] {
    return this.#calls.map(({ name }) => ({
      call: name,
      requests: this.#counts.get(name)?.requests ?? 0,
      findings: this.findings.filter(({ call }) => call === name).length,
    }))
  }

  /** `isWanted` tells the calls that the run was about; of the others, those with findings are reported. */
  report(isWanted: (call: Call) => boolean): Pick<Report, 'calls' | 'rules' | 'findings' | 'skipped' | 'notExercised'> {
    const { findings } = this
    const shown = this.#calls.filter((call) => isWanted(call) || findings.some((finding) => finding.call === call.name))
    const calls = shown.map((call) => {
      const { name, method, path, level } = call
      const counts = this.#countsOf(name)
      return { call: name, method, path, level, ...counts, ...(!counts.exercised && { why: this.#whyNot(call) }) }
    })
    return {
      calls,
      rules: [...this.#checks].map(([rule, checks]) => ({
        rule,
        checks,
        findings: findings.filter((finding) => finding.rule === rule).length,
      })),
      findings,
      skipped: [...this.#skipped.values()],
      notExercised: calls.filter(({ exercised }) => !exercised).map(({ call }) => call),
    }
  }
}
