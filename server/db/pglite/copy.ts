import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** What a file was when it was copied. */
interface Copied {
  size: bigint
  changedAt: bigint
  isSettled: boolean
}
export type CopiedFiles = Map<string, Copied>

/** Clocks of file systems tick slowly: a file that was changed just now may be changed again without showing it. */
const settledAfter = 2_000_000_000n

/**
 * Copies a folder, but for files that are as they were when they were copied before. What changes meanwhile is as it
 * happens to be; once nothing changes any more, another go makes the copy whole with little left to do.
 */
export async function copyFolder(from: string, to: string, copied: CopiedFiles): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const names = new Set<string>()
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const path = join(from, entry.name)
    names.add(entry.name)
    try {
      if (entry.isDirectory()) await copyFolder(path, join(to, entry.name), copied)
      else if (entry.isFile()) await copyNew(path, join(to, entry.name), copied)
    } catch (error) {
      // It went while it was looked at.
      if (!isGone(error)) throw error
      names.delete(entry.name)
    }
  }
  for (const name of await readdir(to)) if (!names.has(name)) await rm(join(to, name), { recursive: true, force: true })
}

async function copyNew(from: string, to: string, copied: CopiedFiles): Promise<void> {
  const now = BigInt(Date.now()) * 1_000_000n
  const { size, mtimeNs } = await stat(from, { bigint: true })
  const before = copied.get(from)
  if (before?.isSettled && before.size === size && before.changedAt === mtimeNs) return
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  copied.set(from, { size, changedAt: mtimeNs, isSettled: mtimeNs < now - settledAfter })
}
