import { isRefusedForGood, isUnanswered } from '../../contract/client/errors'
import { backOff } from '../../machines/backOff'

type KeyHeaders = { headers?: { 'idempotency-key': string } }

/**
 * Sends what is never done twice, however often it is sent, and sends it again when its answer was lost, once unless told
 * otherwise: the server may have done it, and then says so (GE-16). Nobody is told of a failure that was none.
 */
export async function sentSurely<Answer>(
  send: () => Promise<Answer>,
  { tries = 2, signal }: { tries?: number; signal?: AbortSignal } = {},
): Promise<Answer> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await send()
    } catch (error) {
      if (!isUnanswered(error) || failures === tries) throw error
      await new Promise((resolve) => setTimeout(resolve, backOff(failures)))
      signal?.throwIfAborted()
    }
  }
}

/** Sends a creation; `request` is all that tells it from another one, and by the signal nobody waits for its answer any more. */
export type CreateOnce = <Answer>(
  request: unknown,
  send: (keyed: KeyHeaders) => Promise<Answer>,
  signal?: AbortSignal,
) => Promise<Answer>

/**
 * Creates what was asked for once, however often a person tries again because no answer came: the same request has the
 * same key until somebody has heard what the backend answers, also while it is on its way again: whoever did not wait may ask
 * anew. What was answered and is asked for again is meant to be made again.
 */
export function onceOnly(): CreateOnce {
  /** The keys of requests that may or may not have been carried out. */
  const uncertain = new Map<string, string>()
  return async (request, send, signal) => {
    const asked = JSON.stringify(request)
    const key = uncertain.get(asked) ?? newKey()
    const settle = () => void (uncertain.get(asked) === key && uncertain.delete(asked))
    try {
      const answer = await sentSurely(() => send({ headers: { 'idempotency-key': key } }))
      if (signal?.aborted !== true) settle()
      return answer
    } catch (error) {
      if (isRefusedForGood(error)) settle()
      else uncertain.set(asked, key)
      throw error
    }
  }
}

/** For a backend that knows no keys: its CORS rules need not let the header through. */
export const withoutKeys: CreateOnce = (_request, send) => send({})

/** 128 bits. `crypto.randomUUID` is missing on pages without https. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(36)).join('.')
