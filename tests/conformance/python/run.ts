import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { check } from '../../../contract/conformance/check'
import type { CheckOptions, Finding, Report } from '../../../contract/conformance/engine/model'

/** What the server says when it listens. */
type Ready = Required<
  Pick<CheckOptions, 'baseUrl' | 'email' | 'password' | 'secondEmail' | 'orderToken' | 'expiredOrderToken'>
> & { resetToken: string }

export interface PythonServer {
  options: Ready & { secondPassword: string }
  stop: () => Promise<void>
}

const program = fileURLToPath(new URL('server.py', import.meta.url))

/** Starts the server with one fault, or with none. */
export async function startPython(fault?: string): Promise<PythonServer> {
  const child = spawn('python3', ['-B', program, ...(fault === undefined ? [] : ['--fault', fault])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`server.py ended with ${code}`)))
  })
  ended.catch(() => {})
  const line = new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve))
  // The server prints this line and no other.
  const ready = JSON.parse(await Promise.race([line, ended])) as Ready
  return {
    options: { ...ready, secondPassword: ready.password },
    stop: async () => {
      const exit = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await exit
    },
  }
}

export interface PythonOutcome {
  fault: string
  /** The first rule and call that showed it; undefined when none did. */
  found: string | undefined
  seconds: number
}

const keyOf = ({ rule, call, expected }: Finding) => `${rule}|${call}|${expected}`

/** Checks the server without a fault; there should be no finding. */
export async function checkPython(level: CheckOptions['level'], seed: number): Promise<Report> {
  const server = await startPython()
  try {
    return await check({ ...server.options, level, readOnly: false, seed })
  } finally {
    await server.stop()
  }
}

/** Checks the server with a fault. Findings that are there without one, too, are `known` and count for nothing. */
export async function tryPython(
  fault: string,
  level: CheckOptions['level'],
  seed: number,
  known: readonly Finding[] = [],
): Promise<PythonOutcome> {
  const started = performance.now()
  const server = await startPython(fault)
  const early = new AbortController()
  try {
    const report = await check({
      ...server.options,
      level,
      readOnly: false,
      seed,
      signal: early.signal,
      // The first finding is enough.
      onProgress: ({ findings }) => {
        if (findings > 0 && known.length === 0) early.abort()
      },
    })
    const usual = new Set(known.map(keyOf))
    const finding = report.findings.find((one) => !usual.has(keyOf(one)))
    const found = finding && `${finding.rule} of ${finding.call}`
    return { fault, found, seconds: (performance.now() - started) / 1000 }
  } catch (error) {
    // A server that can't be checked at all is no server that passed.
    const found = error instanceof Error && error.name === 'CouldNotRun' ? `could not run: ${error.message}` : undefined
    if (found === undefined) throw error
    return { fault, found, seconds: (performance.now() - started) / 1000 }
  } finally {
    await server.stop()
  }
}
