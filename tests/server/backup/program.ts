import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programOf } from '../../serverProgram'

/** Settings that name a database of a test, and no other. */
export const settingsOf = ({ dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string | undefined }) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl ?? '',
  SECRET_KEY: '',
})

/** A folder for files of a test. */
export function folderOfTest(): { path: (name: string) => string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'offerdesk-backup-'))
  return { path: (name) => join(folder, name), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Runs the program, and kills it at a moment unless it has ended by then. Tells whether it was killed. */
export async function killedAfter(milliseconds: number, args: string[], env: Record<string, string>): Promise<boolean> {
  // A group of its own, so that what it has started goes as well.
  const child = spawn(process.execPath, programOf(...args), {
    env: { ...process.env, ...env },
    stdio: 'ignore',
    detached: true,
  })
  const ended = once(child, 'close') as Promise<[number | null, string | null]>
  const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), milliseconds)
  const [, signal] = await ended
  clearTimeout(timer)
  return signal === 'SIGKILL'
}
