import type { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import type { Lines } from './lines'

const bytesAtOnce = 2 ** 16

/** Lines, some of them at once. */
export async function* inChunks(lines: Lines): AsyncGenerator<Buffer> {
  let waiting: string[] = []
  let length = 0
  for await (const line of lines) {
    waiting.push(line, '\n')
    length += line.length + 1
    if (length < bytesAtOnce) continue
    yield Buffer.from(waiting.join(''))
    waiting = []
    length = 0
  }
  yield Buffer.from(waiting.join(''))
}

export const zipped = () => createGzip({ level: 4 })

/** What is said of a file that can't be used. */
export interface Refusals {
  /** It ends before its end. */
  cut: () => Error
  damaged: () => Error
  /** It was never one. */
  foreign: () => Error
  /** Of how many bytes a line may be; any number unless told. */
  longestLine?: number
}

async function* lineByLine(chunks: AsyncIterable<Buffer>, { cut, damaged, longestLine = Infinity }: Refusals) {
  let begun: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, at)]).toString('utf8')
      begun = []
      length = 0
      from = at + 1
    }
    if (from < chunk.length) begun.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > longestLine) throw damaged()
  }
  if (begun.length > 0) throw cut()
}

/** The lines of what was zipped. Throws one of the {@link Refusals}, or what the source fails with. */
export async function* unzippedLines(source: Readable, refusals: Refusals): AsyncGenerator<string> {
  const unzipped = createGunzip()
  // What goes wrong is told to whoever reads what is unzipped.
  source.on('error', (error) => unzipped.destroy(error))
  source.pipe(unzipped)
  let isBegun = false
  try {
    for await (const line of lineByLine(unzipped, refusals)) {
      isBegun = true
      yield line
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'Z_BUF_ERROR') throw refusals.cut()
    if (code.startsWith('Z_')) throw isBegun ? refusals.damaged() : refusals.foreign()
    throw error
  } finally {
    source.destroy()
    unzipped.destroy()
  }
}
