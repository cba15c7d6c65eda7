import { setMaxListeners } from 'node:events'
import { resources } from './engine/calls'
import { undoAll } from './engine/cleanup'
import { Blocked, CouldNotRun, Interrupted, RateLimited } from './engine/errors'
import { isBeingWritten, Journal } from './engine/journal'
import { notEvenOnce } from './engine/judge'
import type { CheckOptions, Finding, Report } from './engine/model'
import { callOfFinding, findingName } from './engine/recorder'
import { Run } from './engine/run'
import { signInAll } from './engine/session'
import { tenantOf } from './engine/tenant'
import { beginJournal, freshMarker, proveOwners, type World } from './engine/world'
import { Lanes } from './engine/lanes'
import { rulesOf } from './rules'
import { secretOf } from './scenario/foreign'
import { type Stage, stages, writingRules } from './stages'

/**
 * Checks a server against the contract. Findings are in the report; throws {@link CouldNotRun} when the server can't be
 * reached, is another one, or does not let the account in.
 */
export const check = async (options: CheckOptions): Promise<Report> => (await checked(options)).report

/** What has become of a finding: where its very words are not expected any more, its rule and its call tell. */
export interface Again {
  /** Undefined where nothing came to it. */
  stands: boolean | undefined
  finding: Finding | undefined
}

/** How much is worked through for a finding, the least first: what it may follow from is mostly near. */
const ways = [
  { isAlone: true, brief: true },
  { isAlone: false, brief: true },
  { isAlone: false, brief: false },
]

/** What is refused for what is asked alone, whatever was answered before. */
const ofItself = /^(?:refusal\.\w+|access\.(?:no|wrong)Token) of /

/** What comes and goes may be met at any call the next time. */
const isOfAnyCall = (finding: string) => finding.endsWith(`: ${notEvenOnce}`)

/** What is judged by all that was seen before: of less of it nothing may be wrong. */
const isOfAllBefore = (finding: string) =>
  /^(?:values\.(?:alike|follows)|lists\.(?:agree|order)) of /.test(finding) || isOfAnyCall(finding)

/** Looks for findings of one part of an earlier run, and tells of each in their order; throws as {@link check} does. */
export async function checkAgain(options: AgainOptions): Promise<Again[]> {
  const { part, findings } = options.again
  const told = new Map<string, Again & { isSure: boolean; parts: number }>()
  for (const { isAlone, brief } of ways) {
    const within = (some: string[]) => ({ ...options, brief, again: { part, findings: some, isAlone } })
    const partsFor = (finding: string) => partsOf(within([finding])).length
    const open = findings.filter((finding) => {
      const known = told.get(finding)
      if (known === undefined) return !isAlone || ofItself.test(finding)
      return !known.isSure && partsFor(finding) > known.parts
    })
    if (open.length === 0) continue
    for (const { wanted, ...answer } of await asked(within(open)))
      told.set(wanted, { ...answer, parts: partsFor(wanted) })
  }
  return findings.map((finding) => told.get(finding) ?? { stands: undefined, finding: undefined })
}

type AgainOptions = CheckOptions & Required<Pick<CheckOptions, 'again'>>

/** It is sure where the finding, or that the very same was right, has been seen. */
async function asked(options: AgainOptions): Promise<(Again & { wanted: string; isSure: boolean })[]> {
  const { report, run } = await checked(options)
  const { heldAgain, heldOf } = run.recorder
  return options.again.findings.map((wanted) => {
    const isHeld = heldAgain.has(wanted)
    const same = report.findings.find(({ rule, call, expected }) => findingName(rule, call, expected) === wanted)
    const alike = isHeld
      ? undefined
      : report.findings.find(({ rule, call, expected }) =>
          isOfAnyCall(wanted) ? expected === notEvenOnce : wanted.startsWith(`${rule} of ${call}: `),
        )
    const finding = same ?? alike
    const isTold = isHeld || [...heldOf].some((one) => wanted.startsWith(`${one}: `)) || isRightlyRefused(run, wanted)
    const stands = finding !== undefined || (isTold ? false : undefined)
    return { wanted, stands, finding, isSure: same !== undefined || (isHeld && !isOfAllBefore(wanted)) }
  })
}

/** What is judged of whatever a call answers. */
const ofEveryAnswer = /^(?:http\.\w+|values\.\w+|shape\.(?:answer|complete|row|error)) of (\S+): /

/** What was wrong with an answer is not there where the call refuses what it was asked, and nothing is wrong with that. */
function isRightlyRefused(run: Run, wanted: string): boolean {
  const [, name] = ofEveryAnswer.exec(wanted) ?? []
  return run.recorder.perCall.some(({ call, requests, findings }) => call === name && requests > 0 && findings === 0)
}

async function checked(options: CheckOptions): Promise<{ report: Report; run: Run }> {
  validate(options)
  // Every request in flight listens for the interruption.
  if (options.signal) setMaxListeners(0, options.signal)
  const started = new Date()
  const run = new Run(options)
  let leftovers: string[] = []
  let isInterrupted = false
  try {
    try {
      await signInAll(run)
      const world = await worldOf(run)
      if (!options.readOnly) await beginJournal(run, world, started)
      await runStages(run, world, started)
    } catch (error) {
      if (error instanceof Interrupted || options.signal?.aborted === true) isInterrupted = true
      else if (error instanceof RateLimited) run.recorder.skip('shape.valid', error.message)
      else if (error instanceof Blocked) run.recorder.skip('shape.valid', `the run could not go on: ${error.message}`)
      else throw error
    } finally {
      leftovers = await undoAll(run, { keep: options.keep === true })
    }
  } finally {
    run.sender.http.close()
  }
  skipRest(run, isInterrupted)
  const report = redacted(run, {
    format: 1,
    baseUrl: run.options.baseUrl,
    level: options.level,
    seed: options.seed,
    readOnly: options.readOnly,
    startedAt: started.toISOString(),
    durationMs: Date.now() - started.getTime(),
    interrupted: isInterrupted,
    ...run.recorder.report(({ resource }) => run.covers(resource)),
    leftovers,
  })
  return { report, run }
}

/**
 * Puts back what a check has left that was ended in its midst; returns what is still left, in words. Throws
 * {@link CouldNotRun} as a check does, and when the server or the accounts are not the check's own.
 */
export async function takeUp(options: CheckOptions, file: string): Promise<string[]> {
  validate(options)
  const journal = Journal.read(file)
  const { baseUrl = '' } = journal.head ?? {}
  if (addressOf(baseUrl) !== addressOf(options.baseUrl)) {
    throw new CouldNotRun(`${file} is of ${baseUrl}, not of ${options.baseUrl}`)
  }
  if (isBeingWritten(file, journal.head ?? {})) {
    throw new CouldNotRun(`the check that writes ${file} is still running, and puts everything back itself`)
  }
  const run = new Run(options)
  try {
    // What it has left may be asked for at sign-in.
    run.journal = journal
    await signInAll(run)
    await proveOwners(run, journal)
    return await undoAll(run)
  } finally {
    run.sender.http.close()
  }
}

/** An address as it is compared. */
const addressOf = (url: string) => (URL.canParse(url) ? new URL(url).href.replace(/\/+$/, '') : url)

function validate({ baseUrl, email, password, token, only = [] }: CheckOptions): void {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new CouldNotRun(`${baseUrl} is not an http or https address`)
  }
  if ((email === undefined || password === undefined) && token === undefined) {
    throw new CouldNotRun('an account is needed: email and password, or a token')
  }
  const unknown = only.find((name) => !resources.includes(name))
  if (unknown !== undefined) throw new CouldNotRun(`there is no resource ${unknown}; there are ${resources.join(', ')}`)
}

async function worldOf(run: Run): Promise<World> {
  const first = await tenantOf(run, run.first)
  const world: World = { first, second: undefined, marker: '', suspects: new Set(), shops: new Map() }
  world.marker = await freshMarker(run, first.organizationId)
  if (run.second === undefined) return world
  const own = new Set(first.organizations.map(({ id }) => id))
  try {
    world.second = await tenantOf(run, run.second, own)
    run.outsiders.areIn = world.second.organizations.some(({ id }) => own.has(id))
    for (const tenant of [first, world.second])
      run.markers.push({ owner: tenant.account.name, text: secretOf(world, tenant), isPlanted: false })
  } catch (error) {
    // The second account has nothing to look for then, and the tenant checks report that.
    if (!(error instanceof Blocked)) throw error
  }
  return world
}

async function runStages(run: Run, world: World, started: Date): Promise<void> {
  const chosen = partsOf(run.options).filter(
    (stage) => stage.resources.some((name) => run.covers(name)) && !(stage.writes && run.options.readOnly),
  )
  if (run.options.readOnly) {
    for (const rule of writingRules) run.recorder.skip(rule, 'a read-only run sends nothing but GET, login and search')
  }
  const whole = chosen.reduce((sum, { weight }) => sum + weight, 0)
  const lanes = new Lanes(run)
  let done = 0
  const work = async (stage: Stage) => {
    try {
      await run.strand(stage.title, () => stage.work(run, world), stage.resources)
    } catch (error) {
      // What one part lacks, the others may do without.
      if (!(error instanceof Blocked)) throw error
      run.recorder.skip('shape.valid', `${stage.title} could not go on: ${error.message}`)
    }
    done += stage.weight
  }
  const timer = setInterval(() => tell(run, lanes.titles, done / whole, started), 200)
  try {
    for (const stage of chosen) {
      if (stage.afterAll === true) await lanes.joined()
      if (stage.after !== undefined) await lanes.ended(stage.after)
      const lane = (await stage.lane?.(run, world)) ?? 'main'
      lanes.begin(lane, stage.title, () => work(stage))
      if (lane === 'main') await lanes.ended('main')
      if (run.options.signal?.aborted === true) throw new Interrupted()
    }
    await lanes.joined()
  } finally {
    await lanes.stopped()
    clearInterval(timer)
  }
  tell(run, 'cleaning up', 1, started)
}

/** The parts that are asked for, of those that the resources have. */
const partsOf = (options: CheckOptions): Stage[] =>
  stages.filter((stage) => isNeeded(stage, options.again) && !isLeftOut(stage, options))

/** What a finding follows from: its own part, and where that goes by what was answered before, parts before it. */
function isNeeded(stage: Stage, again: CheckOptions['again']): boolean {
  if (again === undefined || stage.title === again.part) return true
  if (again.isAlone === true) return false
  const own = stages.findIndex(({ title }) => title === again.part)
  if (stages.indexOf(stage) >= own) return false
  if (again.findings.some(isOfAllBefore)) return true
  return stages[own]?.resources === resources && resourcesOf(again).some((name) => stage.resources.includes(name))
}

/** The resources of the calls that findings are of. */
const resourcesOf = ({ findings }: NonNullable<CheckOptions['again']>): string[] =>
  findings.map((finding) => callOfFinding(finding).split('.')[0] ?? '')

/** Whether a brief run does without it: it takes long, or is chiefly about something else. */
function isLeftOut(stage: Stage, { brief, again, only = [] }: CheckOptions): boolean {
  if (brief !== true || stage.title === again?.part || stage.resources === resources) return false
  const [chief = ''] = stage.resources
  return stage.weight >= 5 || !(again === undefined ? only : resourcesOf(again)).includes(chief)
}

function tell(run: Run, stage: string, done: number, started: Date): void {
  const elapsedMs = Date.now() - started.getTime()
  run.options.onProgress?.({
    stage,
    done,
    elapsedMs,
    leftMs: done < 0.03 ? undefined : (elapsedMs / done) * (1 - done),
    requests: run.recorder.requests,
    findings: run.recorder.findings.length,
    calls: run.recorder.perCall,
  })
}

/** What a run of some resources is about is told by the names of the rules; some are of everything. */
function skipRest(run: Run, isInterrupted: boolean): void {
  const { level, again, only = [], readOnly } = run.options
  if (again !== undefined) return
  const wanted = rulesOf(level).filter((rule) => only.length === 0 || only.some((name) => rule.startsWith(`${name}.`)))
  const why = isInterrupted ? ', which was interrupted' : readOnly ? ', which only read' : ''
  run.recorder.skipRest(wanted, `nothing came to it in this run${why}`)
}

/** Takes every secret out of every text. */
function redacted(run: Run, report: Report): Report {
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return run.secrets.redact(value)
    if (Array.isArray(value)) return value.map(clean)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, clean(one)]))
  }
  // The same shape, with other texts.
  return clean(report) as Report
}
