import { check } from '../../../contract/conformance/check'
import { CouldNotRun } from '../../../contract/conformance/engine/errors'
import type { Finding, Report } from '../../../contract/conformance/engine/model'
import { whyNotBroken } from '../again'
import type { Fault, Handler } from './exchange'
import type { Scratch } from '../../server/postgres'
import { type Question, questionOf } from './mended'
import { startProxy } from './proxy'
import { checkOptionsOf, password, startReference } from './reference'

export interface Outcome {
  id: string
  about: string
  /** `error` is a failure of the harness: it counts neither as found nor as survived. */
  result: 'found' | 'survived' | 'error'
  /** By which rule it was found first, or why it was not. */
  reason: string
  seconds: number
  /** The resource that it shows in, where asking for that alone did not find it. */
  missedBy?: string | undefined
  /** What the scripts ask that were tried, and what is wrong with those that are wrong. */
  questions: Question[]
  wrongScripts: string[]
}

/** The most scripts of a fault that are tried: what breaks every answer has hundreds. */
const mostScripts = 12

/** What a finding is about; one that the clean run has as well says nothing of a fault. */
const keyOf = ({ rule, call }: Finding) => `${rule} of ${call}`

/** What hangs is ended; a run at level full takes minutes on a busy machine. */
const longestMs = 840_000

export interface RunOptions {
  data: Scratch
  seed: number
  /** Findings of the clean run. */
  known: ReadonlySet<string>
  /** Whether the scripts of what was found are run as well, against a server that has just been started. */
  scripts?: boolean
}

/** Checks the reference server with a fault in between, on data of its own; ends at the first finding. */
export async function tryFault(fault: Fault, options: RunOptions): Promise<Outcome> {
  const started = performance.now()
  const outcome = (result: Outcome['result'], reason: string): Outcome => ({
    id: fault.id,
    about: fault.about,
    result,
    reason,
    seconds: (performance.now() - started) / 1000,
    questions: [],
    wrongScripts: [],
  })
  try {
    const { report, applied, errors, missedBy } = await firstFinding(fault, options)
    // Whatever was found while the proxy itself failed says nothing of the fault.
    if (errors[0] !== undefined) return outcome('error', `the proxy failed: ${errors[0]}`)
    const findings = report.findings.filter((finding) => !options.known.has(keyOf(finding)))
    const [first] = findings
    if (first !== undefined && options.scripts === true) {
      const tried = findings.slice(0, mostScripts)
      const questions = tried.map(({ script }) => questionOf(script))
      return {
        ...outcome('found', keyOf(first)),
        missedBy,
        questions,
        wrongScripts: await wrongAmong(tried, fault, options.data),
      }
    }
    if (first !== undefined) return { ...outcome('found', keyOf(first)), missedBy }
    if (report.interrupted) return outcome('error', `no end within ${longestMs / 1000} s`)
    return outcome('survived', applied === 0 ? 'no request of the run made it act' : `acted ${applied} times unseen`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return outcome(
      'error',
      error instanceof CouldNotRun ? `the checker could not run: ${reason}` : `it threw: ${reason}`,
    )
  }
}

/**
 * What is wrong with scripts where the fault is, which each is to find by itself. They are tried one after another: one that
 * finds nothing may have been spoilt by those before it, as a name that was cut stays cut, and is tried at a fresh server.
 */
async function wrongAmong(findings: readonly Finding[], fault: Fault, data: Scratch): Promise<string[]> {
  if (findings.length === 0) return []
  const [first, why] = await firstWrong(findings, fault, data)
  const finding = findings[first]
  if (finding === undefined) return []
  if (first > 0) return wrongAmong(findings.slice(first), fault, data)
  const wrong = `${keyOf(finding)}, ${finding.expected.slice(0, 100)}: ${why}`
  return [wrong, ...(await wrongAmong(findings.slice(1), fault, data))]
}

/** Which of the scripts is the first that does not find the fault at a server that has just been started, and why. */
async function firstWrong(findings: readonly Finding[], fault: Fault, data: Scratch): Promise<[number, string]> {
  const faulty = await startReference(data)
  const proxy = await startProxy(faulty.url, fault.make(), faulty.tokens)
  const { orderToken, expiredOrderToken } = faulty
  const secrets = {
    PASSWORD: password,
    SECOND_PASSWORD: password,
    ORDER_TOKEN: orderToken,
    EXPIRED_ORDER_TOKEN: expiredOrderToken,
  }
  try {
    for (const [index, { script }] of findings.entries()) {
      const why = await whyNotBroken(script, proxy.url, secrets)
      if (why !== undefined) return [index, why]
    }
    return [findings.length, '']
  } finally {
    await proxy.stop()
    await faulty.stop()
  }
}

/** Checks the resource that the fault is put on, and everything when that shows nothing. */
async function firstFinding(fault: Fault, options: RunOptions) {
  const through = (only?: string[], brief = false) =>
    checkThrough(fault.make(), { ...options, brief, ...(only ? { only } : {}) })
  // Of several calls that of the first; the search is of itself.
  const resource = fault.make().calls?.split(/[ .]/)[0]
  if (resource === undefined || options.known.size > 0) return { ...(await through()), missedBy: undefined }
  // Most of it is found by the parts that are chiefly about the resource.
  const brief = await through([resource], true)
  if (hasEnded(brief)) return { ...brief, missedBy: undefined }
  const narrow = await through([resource])
  if (hasEnded(narrow)) return { ...narrow, missedBy: undefined }
  const whole = await through()
  // It may show in a call of another resource, and is then to be found by asking for that.
  const shownIn = whole.report.findings[0]?.call.split('.')[0]
  if (shownIn === undefined || shownIn === resource) return { ...whole, missedBy: resource }
  return { ...whole, missedBy: hasEnded(await through([shownIn])) ? undefined : shownIn }
}

/** Whether there is a finding, or the proxy failed. */
const hasEnded = ({ report, errors }: Awaited<ReturnType<typeof checkThrough>>) =>
  report.findings.length > 0 || errors.length > 0

/** A whole run with something in between. */
async function wholeRun(handler: Handler, options: Omit<RunOptions, 'known'> & { only?: string[] }): Promise<Report> {
  const { report, errors } = await checkThrough(handler, { ...options, known: undefined })
  if (errors[0] !== undefined) throw new Error(`the proxy failed: ${errors[0]}`)
  return report
}

/** The findings of a run without any fault, of which there should be none. */
export const cleanRun = (options: Omit<RunOptions, 'known'>): Promise<Report> =>
  wholeRun((exchange) => exchange.send(), options)

/** All that is found with something in between. */
export const findingsThrough = async (
  handler: Handler,
  options: Omit<RunOptions, 'known'> & { only?: string[] },
): Promise<Finding[]> => (await wholeRun(handler, options)).findings

async function checkThrough(
  handler: Handler,
  {
    data,
    seed,
    known,
    only,
    brief = false,
  }: Omit<RunOptions, 'known'> & { known: ReadonlySet<string> | undefined; only?: string[]; brief?: boolean },
) {
  const reference = await startReference(data)
  try {
    const proxy = await startProxy(reference.url, handler, reference.tokens)
    const early = new AbortController()
    const limit = AbortSignal.timeout(longestMs)
    try {
      const report = await check({
        ...checkOptionsOf(reference, proxy.url),
        ...(only ? { only } : {}),
        brief,
        seed,
        signal: AbortSignal.any([early.signal, limit]),
        // Where the clean run has none, the first finding is enough.
        onProgress: ({ findings }) => {
          if (findings > 0 && known?.size === 0) early.abort()
        },
      })
      return { report, applied: proxy.applied(), errors: proxy.errors() }
    } finally {
      await proxy.stop()
    }
  } finally {
    await reference.stop()
  }
}
