import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { outliveReaders } from '../../outliveReaders'
import { check, checkAgain, takeUp } from '../check'
import { CouldNotRun } from '../engine/errors'
import { isBeingWritten, Journal, type JournalHead } from '../engine/journal'
import type { CheckOptions } from '../engine/model'
import { prettyReport } from '../report/pretty'
import { writeScripts } from '../report/scripts'
import { writeReports } from '../report/write'
import { rulesTable } from '../rules'
import { type Command, helpFor, InvalidUse, readCommand } from './options'
import { makeOutFolder } from './outFolder'
import { progressDisplay } from './progress'

const print = (text: string) => process.stdout.write(text)

/** Checks as the command line says; returns the exit code. */
async function runCheck({ options, reports, out = 'conformance', undo }: Command): Promise<number> {
  if (undo !== undefined) return runUndo(options, undo)
  if (options.again !== undefined) return runAgain(options, options.again)
  makeOutFolder(out)
  const journalFile = journalIn(out)
  const interruption = new AbortController()
  // The first Ctrl-C cleans up, the second one ends at once.
  process.once('SIGINT', () => interruption.abort())
  process.once('SIGTERM', () => interruption.abort())
  const isQuiet = process.env['CI'] !== undefined && process.env['CI'] !== ''
  const progress = progressDisplay(process.stderr)
  const onProgress = isQuiet ? undefined : progress.show
  try {
    const report = await check({
      ...options,
      begunBy: { folder: process.cwd(), command: [process.execPath, ...process.execArgv, process.argv[1] ?? ''] },
      journalFile,
      signal: interruption.signal,
      ...(onProgress && { onProgress }),
    })
    progress.clear()
    const isColoured = process.stdout.isTTY && process.env['NO_COLOR'] === undefined
    await writeScripts(report, out)
    if (reports.includes('pretty')) print(prettyReport(report, { isColoured, out }))
    for (const path of await writeReports(report, reports, out)) process.stderr.write(`written: ${path}\n`)
    if (report.interrupted) return 130
    return report.findings.length === 0 ? 0 : 1
  } finally {
    progress.clear()
    if (existsSync(journalFile)) tellOf(journalFile)
  }
}

const tellOf = (file: string) =>
  process.stderr.write(`${file}: a check was ended before it had put everything back; --undo ${file} does it\n`)

function headOf(file: string): Partial<JournalHead> {
  try {
    return Journal.read(file).head ?? {}
  } catch {
    // It is ended, or none.
    return {}
  }
}

/** Each run has a journal of its own, so that it never writes over one that was left behind. */
function journalIn(out: string): string {
  const left = existsSync(out) ? readdirSync(out).filter((name) => /^journal-.*\.jsonl$/.test(name)) : []
  for (const name of left) {
    const file = join(out, name)
    if (isBeingWritten(file, headOf(file))) process.stderr.write(`${file}: another check is running\n`)
    else tellOf(file)
  }
  return join(out, `journal-${Date.now().toString(36)}-${process.pid}.jsonl`)
}

/** Asks for one finding again; returns the exit code. */
async function runAgain(options: Command['options'], again: NonNullable<CheckOptions['again']>): Promise<number> {
  const [{ stands, finding } = {}] = await checkAgain({ ...options, again })
  if (finding !== undefined) {
    print(`still broken: expected ${finding.expected}; it was ${finding.actual}\n`)
    return 1
  }
  if (stands === undefined) {
    const [what = ''] = again.findings.join().split(': ')
    throw new CouldNotRun(`nothing of ${again.part} came to ${what}, so that it can not be told whether it is mended`)
  }
  print('mended\n')
  return 0
}

/** Puts back what a check has left behind; returns the exit code. */
async function runUndo(options: Command['options'], file: string): Promise<number> {
  const left = await takeUp(options, file)
  for (const one of left) print(`left behind: ${one}\n`)
  print(left.length === 0 ? 'everything is as it was\n' : 'everything else is as it was\n')
  return left.length === 0 ? 0 : 1
}

/** Does what the command line asks for; returns the exit code. */
async function execute(args: string[], command: string): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    print(helpFor(command))
    return 0
  }
  if (args.includes('--rules')) {
    print(rulesTable())
    return 0
  }
  return runCheck(readCommand(args, process.env))
}

/** Whatever keeps the check from being made is told in one line. */
function reasonOf(error: unknown): string {
  const message = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
  if (error instanceof InvalidUse) return `${message} (--help shows the flags)`
  return error instanceof CouldNotRun ? message : `the checker itself failed: ${message}`
}

/** The command line; `command` is what people type to run it. Sets the exit code. */
export async function runCommand(command: string): Promise<void> {
  outliveReaders()
  try {
    process.exitCode = await execute(process.argv.slice(2), command)
  } catch (error) {
    process.stderr.write(`conformance: ${reasonOf(error)}\n`)
    process.exitCode = 2
  }
}
