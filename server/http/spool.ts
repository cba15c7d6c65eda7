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
  make: (begin: () => Promise<(part: string | Uint8Array) => Promise<void>>) => Promise<void>,
): AsyncGenerator<Uint8Array, void> {
  const file = await nameless()
  try {
    await make(async () => {
      await file.truncate(0)
      let end = 0
      return async (part) => {
        const bytes = typeof part === 'string' ? Buffer.from(part) : part
        // A disk may take less at once than it is given.
        for (let written = 0; written < bytes.length;) {
          const { bytesWritten } = await file.write(bytes, written, bytes.length - written, end)
          written += bytesWritten
          end += bytesWritten
        }
      }
    })
    for (let place = 0; ;) {
      // Whoever reads may keep what they have been given, so each part is another.
      const buffer = Buffer.alloc(atOnce)
      const { bytesRead } = await file.read(buffer, 0, atOnce, place)
      if (bytesRead === 0) break
      place += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
