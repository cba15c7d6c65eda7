import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RequestError } from '../../contract/client/errors'
import { onceOnly, sentSurely, withoutKeys } from './creations'

const failed = (status?: number) =>
  new RequestError('failed', { endpoint: 'POST /x', ...(status === undefined ? {} : { status }) })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What becomes of it when all that it waits for has passed. */
async function waited<Answer>(promise: Promise<Answer>): Promise<Answer> {
  promise.catch(() => undefined)
  await vi.runAllTimersAsync()
  return promise
}

/** Sends what has these outcomes one after the other, and tells how it ended and how often it was sent. */
async function sentWith(...outcomes: (number | 'lost')[]) {
  let sent = 0
  const send = async () => {
    const outcome = outcomes[sent]
    sent += 1
    if (outcome !== 200) throw failed(outcome === 'lost' ? undefined : outcome)
    return 'done'
  }
  const ended = await waited(sentSurely(send).catch((error: RequestError) => error.status ?? 'lost'))
  return { ended, sent }
}

describe('GE-16 what is never done twice', () => {
  test.each(['lost', 502, 503, 504] as const)('is sent once more when its answer is %s', async (outcome) => {
    expect(await sentWith(outcome, 200)).toEqual({ ended: 'done', sent: 2 })
  })

  test('is sent no third time by itself', async () => {
    expect(await sentWith('lost', 'lost', 200)).toEqual({ ended: 'lost', sent: 2 })
  })

  test.each([200, 400, 409, 422, 500])('is sent once when it was answered with %i', async (outcome) => {
    expect(await sentWith(outcome, 200)).toEqual({ ended: outcome === 200 ? 'done' : outcome, sent: 1 })
  })

  test('NO-04 is sent with the same key', async () => {
    const keys: unknown[] = []
    const send = async ({ headers }: { headers?: object }) => {
      keys.push(headers)
      if (keys.length === 1) throw failed()
    }
    await waited(onceOnly()('x', send))
    expect(keys).toEqual([keys[0], keys[0]])
  })

  test('AP-05 is not known of a backend that knows no keys', async () => {
    let sent = 0
    const send = async () => {
      sent += 1
      throw failed()
    }
    await expect(waited(withoutKeys('x', send))).rejects.toThrow('failed')
    expect(sent).toBe(1)
  })
})

/** Asks for creations one after the other, each with its outcome, and tells their keys. */
async function keysOf(asked: readonly [request: unknown, outcome: number | 'lost'][]): Promise<string[]> {
  const createOnce = onceOnly()
  const keys: string[] = []
  for (const [request, outcome] of asked) {
    let key = ''
    const made = createOnce(request, async ({ headers }) => {
      key = headers?.['idempotency-key'] ?? ''
      if (outcome !== 201) throw failed(outcome === 'lost' ? undefined : outcome)
    })
    await waited(made.catch(() => undefined))
    keys.push(key)
  }
  return keys
}

describe('NO-04 a creation', () => {
  test.each(['lost', 500, 503, 429, 408] as const)(
    'that ended with %s is tried again with its key',
    async (outcome) => {
      const [first, again, later] = await keysOf([
        [{ body: 1 }, outcome],
        [{ body: 1 }, 201],
        [{ body: 1 }, 201],
      ])
      expect(first).toMatch(/^[0-9a-z.]{31,}$/)
      expect(again).toBe(first)
      expect(later).not.toBe(first)
    },
  )

  test.each([201, 400, 404, 422])(
    'that was answered with %i has another key when it is asked for again',
    async (of) => {
      const [first, again] = await keysOf([
        [{ body: 1 }, of],
        [{ body: 1 }, 201],
      ])
      expect(again).not.toBe(first)
    },
  )

  test('with another body has another key, and the one that failed keeps its own', async () => {
    const [first, other, again] = await keysOf([
      [{ body: 1 }, 'lost'],
      [{ body: 2 }, 201],
      [{ body: 1 }, 201],
    ])
    expect(other).not.toBe(first)
    expect(again).toBe(first)
  })

  test('that is asked for while an equal one is on its way is another one', async () => {
    const createOnce = onceOnly()
    const keys = new Set<string | undefined>()
    await Promise.all([1, 2].map(() => createOnce('x', async ({ headers }) => keys.add(headers?.['idempotency-key']))))
    expect(keys.size).toBe(2)
  })

  test('GE-16 that was uncertain has its key also when it is asked for anew while it is on its way again', async () => {
    const createOnce = onceOnly()
    const keys: (string | undefined)[] = []
    const asked = (end: Promise<void>) =>
      createOnce('x', ({ headers }) => {
        keys.push(headers?.['idempotency-key'])
        return end
      })
    await waited(asked(Promise.reject(failed(500))).catch(() => undefined))
    let answer = () => {}
    const onItsWay = asked(new Promise((resolve) => (answer = resolve)))
    await asked(Promise.resolve())
    answer()
    await onItsWay
    await asked(Promise.resolve())
    const [first, again, anew, later] = keys
    expect([again, anew]).toEqual([first, first])
    expect(later).not.toBe(first)
  })

  test('GE-16 whose answer nobody has heard is answered as it was when it is asked for anew', async () => {
    const createOnce = onceOnly()
    const keys: (string | undefined)[] = []
    const asked = (end: () => Promise<void>, signal?: AbortSignal) => {
      const made = createOnce('x', ({ headers }) => (keys.push(headers?.['idempotency-key']), end()), signal)
      return waited(made.catch(() => undefined))
    }
    await asked(() => Promise.reject(failed(500)))
    const left = new AbortController()
    await asked(async () => left.abort(), left.signal)
    await asked(async () => {})
    await asked(async () => {})
    const [first, unheard, anew, later] = keys
    expect([unheard, anew]).toEqual([first, first])
    expect(later).not.toBe(first)
  })

  test('AP-05 has no key at a backend that knows none', async () => {
    expect(await withoutKeys('x', async (keyed) => keyed)).toEqual({})
  })
})
