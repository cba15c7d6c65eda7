import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shared } from './shared'

const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds))
const pace = { every: 60, gather: 5, pause }

/** The clock is ours: what a busy machine's says is no measure of the pace. */
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('LB-01 whoever asks within the same moment is answered by one reckoning, and so on once in a while', async () => {
  const begun: number[] = []
  const board = shared(async () => begun.push(performance.now()), pace)
  const fifty = () => Promise.all(Array.from({ length: 50 }, () => board('org')))
  const first = fifty()
  await vi.advanceTimersByTimeAsync(pace.gather)
  expect(new Set(await first)).toEqual(new Set([1]))
  const second = fifty()
  await vi.advanceTimersByTimeAsync(pace.every)
  expect(new Set(await second)).toEqual(new Set([2]))
  expect((begun[1] ?? 0) - (begun[0] ?? 0)).toBe(pace.every)
  await vi.advanceTimersByTimeAsync(10 * pace.every)
  const third = fifty()
  await vi.advanceTimersByTimeAsync(pace.gather)
  expect(new Set(await third)).toEqual(new Set([3]))
})

test('LB-01 nobody is answered by what was begun before they asked, and one at a time is reckoned', async () => {
  let running = 0
  let most = 0
  let done = 0
  const board = shared(
    async () => {
      running += 1
      most = Math.max(most, running)
      await pause(30)
      running -= 1
      return (done += 1)
    },
    { ...pace, every: 10 },
  )
  const early = board('org')
  await vi.advanceTimersByTimeAsync(15)
  const late = Promise.all([board('org'), board('org')])
  await vi.advanceTimersByTimeAsync(100)
  expect([await early, await late]).toEqual([1, [2, 2]])
  expect(most).toBe(1)
})

test('LB-01 one organization waits for no other, and a failure is told to nobody who asks later', async () => {
  let tries = 0
  const board = shared(async (org) => {
    tries += 1
    if (tries === 1) throw new Error('away')
    return org
  }, pace)
  const both = Promise.allSettled([board('one'), board('two')])
  await vi.advanceTimersByTimeAsync(pace.gather)
  expect(await both).toEqual([
    { status: 'rejected', reason: new Error('away') },
    { status: 'fulfilled', value: 'two' },
  ])
  const again = board('one')
  await vi.advanceTimersByTimeAsync(pace.every)
  expect(await again).toBe('one')
})
