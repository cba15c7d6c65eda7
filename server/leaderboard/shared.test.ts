import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { shared } from './shared'

const pace = { every: 60, gather: 5, pause }

test('LB-01 whoever asks within the same moment is answered by one reckoning, and so on once in a while', async () => {
  const begun: number[] = []
  const board = shared(async () => begun.push(performance.now()), pace)
  const first = await Promise.all(Array.from({ length: 50 }, () => board('org')))
  expect(new Set(first)).toEqual(new Set([1]))
  const second = await Promise.all(Array.from({ length: 50 }, () => board('org')))
  expect(new Set(second)).toEqual(new Set([2]))
  expect((begun[1] ?? 0) - (begun[0] ?? 0)).toBeGreaterThanOrEqual(pace.every - 2)
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
  await pause(15)
  const late = Promise.all([board('org'), board('org')])
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
  const asked = [board('one'), board('two')]
  await expect(asked[0]).rejects.toThrow('away')
  expect(await asked[1]).toBe('two')
  expect(await board('one')).toBe('one')
})
