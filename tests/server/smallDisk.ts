import { execFile } from 'node:child_process'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A disk of its own. */
export interface SmallDisk {
  folder: string
  grow(bytes: number): Promise<void>
  remove(): Promise<void>
}

/** A disk that takes so many bytes and no more; or why there is none, as mounting one is for root on Linux. */
export async function smallDisk(bytes: number): Promise<SmallDisk | string> {
  const folder = await mkdtemp(join(tmpdir(), 'offerdesk-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder])
  } catch (error) {
    await rmdir(folder)
    return `no disk can be mounted here: ${error instanceof Error ? error.message.trim() : String(error)}`
  }
  return {
    folder,
    grow: async (to) => void (await run('mount', ['-o', `remount,size=${to}`, folder])),
    remove: async () => {
      await run('umount', ['--lazy', folder])
      await rmdir(folder)
    },
  }
}
