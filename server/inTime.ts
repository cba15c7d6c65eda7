import { setTimeout as delay } from 'node:timers/promises'

/** The answer of some work, unless it is not there within some milliseconds: then this fails, and the work goes on. */
export async function inTime<T>(
  work: Promise<T>,
  most: number,
  Late: new (message: string) => Error = Error,
): Promise<T> {
  const limit = new AbortController()
  const tooLate = delay(most, undefined, { signal: limit.signal, ref: false }).then(() => {
    throw new Late(`no answer within ${most / 1_000} s`)
  })
  tooLate.catch(() => undefined)
  try {
    return await Promise.race([work, tooLate])
  } finally {
    limit.abort()
  }
}
