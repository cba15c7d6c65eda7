import { Readable } from 'node:stream'

/** Parts of a file as what is answered. What fails at once is answered as any other call is. */
export async function streamed(lines: AsyncGenerator<string | Uint8Array, void>): Promise<Readable> {
  const head = await lines.next()
  return Readable.from(continued(head, lines))
}

async function* continued(
  first: IteratorResult<string | Uint8Array, void>,
  rest: AsyncGenerator<string | Uint8Array, void>,
) {
  if (first.done) return
  yield first.value
  yield* rest
}
