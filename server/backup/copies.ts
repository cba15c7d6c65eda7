import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DiskFull, diskFull } from '../db/errors'
import { type CopiedFiles, copyFolder } from '../db/pglite/copy'
import { lockFolder } from '../db/pglite/lock'
import { lives } from '../lives'

/** Where a process has the embedded database copied to, in the folder of it: there is room, and others can't look. */
export const copyOf = (dataDir: string, pid: number): string => join(dataDir, `copy-${pid}`)

/** Takes away the copies of processes that were killed. */
export async function clearCopies(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const [, pid] = /^copy-(\d+)$/.exec(name) ?? []
    if (pid !== undefined && !lives(Number(pid))) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

/** Copies the database of a folder twice: while it is worked with, and again, quickly, while `alone` keeps others out. */
export async function copyTwice(
  dataDir: string,
  to: string,
  alone: (copy: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const copied: CopiedFiles = new Map()
  const copy = () => copyFolder(join(dataDir, 'postgres'), join(to, 'postgres'), copied)
  try {
    await rm(to, { recursive: true, force: true })
    await mkdir(to, { mode: 0o700 })
    await copy()
    await alone(copy)
  } catch (error) {
    await rm(to, { recursive: true, force: true })
    throw diskFull(error) ? new DiskFull(dataDir) : error
  }
}

/** Copies the database of a folder that nobody has opened. Rejects with `FolderInUse` where somebody has. */
export async function copyUnused(dataDir: string, to: string): Promise<void> {
  const lock = await lockFolder(dataDir)
  try {
    await copyTwice(dataDir, to, async (copy) => copy())
  } finally {
    await lock.release()
  }
}
