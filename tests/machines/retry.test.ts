import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { expect, test } from 'vitest'
import type { User } from '../../contract/users'
import { connectionMachine } from '../../machines/page/connection.machine'
import { sessionMachine } from '../../machines/session/session.machine'

const settle = () => new Promise((resolve) => setImmediate(resolve))

const doubled = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]

/** Fails for ever, and keeps when it was asked. */
function failing<Output>(clock: SimulatedClock) {
  const times: number[] = []
  const ask = fromPromise<Output>(() => {
    times.push(clock.now())
    return Promise.reject<Output>(new Error('away'))
  })
  const waits = () => times.slice(1).map((time, index) => time - (times[index] ?? 0))
  return { ask, waits }
}

async function pass(clock: SimulatedClock, seconds: number) {
  for (let second = 0; second < seconds; second += 1) {
    clock.increment(1_000)
    await settle()
  }
}

test('SE-01 who is signed in is asked again after a second, then twice as long each time, up to thirty', async () => {
  const clock = new SimulatedClock()
  const { ask, waits } = failing<User>(clock)
  const session = createActor(sessionMachine.provide({ actors: { fetchCurrentUser: ask } }), {
    clock,
    input: { hasToken: true, organizationId: undefined },
  }).start()
  await settle()
  await pass(clock, 95)
  expect(waits().slice(0, 7)).toEqual(doubled)
  expect(session.getSnapshot().hasTag('loadingUser')).toBe(true)
})

test('GE-10 a server that is away is asked for in the same rhythm', async () => {
  const clock = new SimulatedClock()
  const { ask, waits } = failing<unknown>(clock)
  const actors = { askServer: ask, browserNetwork: fromCallback(() => {}) }
  const connection = createActor(connectionMachine.provide({ actors }), { clock }).start()
  connection.send({ type: 'request.unanswered', readAt: null })
  expect(connection.getSnapshot().hasTag('away')).toBe(false)
  await settle()
  await pass(clock, 95)
  expect(waits().slice(0, 7)).toEqual(doubled)
  expect(connection.getSnapshot().hasTag('away')).toBe(true)
})
