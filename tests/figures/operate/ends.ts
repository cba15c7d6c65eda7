import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ends: (() => unknown)[] = []

/** Does this when the script has ended, well or not; what was asked for last is done first. */
export const atEnd = (end: () => unknown): void => void ends.push(end)

/** Runs a script and all that it asked for at its end. What fails is said, and makes the exit code 1. */
export async function run(script: () => Promise<void>): Promise<void> {
  try {
    await script()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    process.exitCode = 1
  }
  for (const end of ends.toReversed()) await end()
  // A connection that is kept alive would be waited for.
  process.exit()
}

/** A folder that anybody may read and that is gone at the end. */
export function ownFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `offerdesk-${name}-`))
  chmodSync(folder, 0o755)
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Ends a process of the script's, and waits until it has. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** However this process ends, even killed at once, the other one ends with it. */
export function guard(child: ChildProcess): void {
  const watch = spawn('sh', ['-c', 'read _; kill -9 "$0" 2>/dev/null', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  child.once('exit', () => watch.kill('SIGKILL'))
  watch.unref()
}
