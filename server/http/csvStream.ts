import { Readable } from 'node:stream'

/** Lines as what is answered. What fails at once is answered as any other call is. */
export async function streamed(lines: AsyncGenerator<string, void>): Promise<Readable> {
  const head = await lines.next()
  return Readable.from(continued(head, lines))
}

async function* continued(first: IteratorResult<string, void>, rest: AsyncGenerator<string, void>) {
  if (first.done) return
  yield first.value
  yield* rest
}
