import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { recordingsIn, Unreadable } from './files'
import { runFolder } from './runFolder'

/** Runs every browser test, every way, and records it. Returns whether all passed; those that failed leave no recording. */
export function recordRun(): boolean {
  rmSync(runFolder, { recursive: true, force: true })
  const { status } = spawnSync('npx', ['--no-install', 'playwright', 'test', '--reporter=line'], {
    stdio: 'inherit',
    env: { ...process.env, EVERY_WAY: '1', FLOWS_DIR: runFolder },
  })
  return status === 0
}

/** What the browser tests of the run have recorded. Throws {@link Unreadable} when they have not. */
export function recordingsOfRun(): string[] {
  try {
    return recordingsIn(runFolder)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw new Unreadable(`${error.message}: npm test -- browser replay records the browser tests first`)
  }
}
