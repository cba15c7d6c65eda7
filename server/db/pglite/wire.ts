import type { PGlite } from '@electric-sql/pglite'

/**
 * Runs what a client sent and returns what PostgreSQL says to it. PGlite's plainer calls for this read every answer
 * themselves as well, and keep all that they have read for as long as they live: 10 kB for a request.
 */
export async function answerTo(postgres: PGlite, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  await postgres.execProtocolRawStream(bytes, {
    syncToFs: false,
    onRawData: (chunk) => {
      // A view of the engine's memory, which it will write over.
      chunks.push(chunk.slice())
      length += chunk.length
    },
  })
  const answer = new Uint8Array(length)
  let position = 0
  for (const chunk of chunks) {
    answer.set(chunk, position)
    position += chunk.length
  }
  return answer
}
