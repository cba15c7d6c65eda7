import { describe, expect, test } from 'vitest'
import { RequestError } from '../../contract/client/errors'
import { onceOnly, withoutKeys } from './creations'

const failed = (status?: number) =>
  new RequestError('failed', { endpoint: 'POST /x', ...(status === undefined ? {} : { status }) })

/** Asks for creations one after the other, each with its outcome, and tells their keys. */
async function keysOf(asked: readonly [request: unknown, outcome: number | 'lost'][]): Promise<string[]> {
  const createOnce = onceOnly()
  const keys: string[] = []
  for (const [request, outcome] of asked) {
    await createOnce(request, async ({ headers }) => {
      keys.push(headers?.['idempotency-key'] ?? '')
      if (outcome !== 201) throw failed(outcome === 'lost' ? undefined : outcome)
    }).catch(() => undefined)
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

  test('AP-05 has no key at a backend that knows none', async () => {
    expect(await withoutKeys('x', async (keyed) => keyed)).toEqual({})
  })
})
