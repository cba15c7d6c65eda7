import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file that nobody else finds, and that is gone with its handle, however this process ends. */
async function nameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'offerdesk-'))
  try {
    return await open(join(folder, 'spool'), 'wx+', 0o600)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const atOnce = 64 * 1024

/**
 * Writes what `make` tells into a file, and then reads it from there: what makes it, such as a transaction, does not wait for
 * who reads slowly, and none of it is held in memory. `make` may begin anew.
 */
export async function* spooled(
  make: (begin: () => Promise<(text: string) => Promise<void>>) => Promise<void>,
): AsyncGenerator<string, void> {
  const file = await nameless()
  try {
    await make(async () => {
      await file.truncate(0)
      let end = 0
      return async (text) => {
        const { bytesWritten } = await file.write(text, end)
        end += bytesWritten
      }
    })
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    const buffer = Buffer.alloc(atOnce)
    for (let place = 0; ;) {
      const { bytesRead } = await file.read(buffer, 0, atOnce, place)
      if (bytesRead === 0) break
      place += bytesRead
      yield decoder.decode(buffer.subarray(0, bytesRead), { stream: true })
    }
  } finally {
    await file.close()
  }
}
