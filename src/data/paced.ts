import type { Read } from './cache'

/** When each was asked for last, by its place in the cache. */
const lastAsked = new Map<string, number>()

/** Resolves after so many milliseconds, or throws once nobody waits any more. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', end, { once: true })
  })

/**
 * The same read, asked for once a second at most: what follows every change of an organization (LV-01) must not ask as often as
 * there are changes. Whoever asks sooner waits for the rest of the second.
 */
export const paced = <Data>({ key, fetch }: Read<Data>, every = 1_000): Read<Data> => ({
  key,
  fetch: async (signal) => {
    const name = JSON.stringify(key)
    const rest = (lastAsked.get(name) ?? -every) + every - performance.now()
    if (rest > 0) await pause(rest, signal)
    lastAsked.set(name, performance.now())
    return fetch(signal)
  },
})
