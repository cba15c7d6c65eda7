import { expect, test } from 'vitest'
import { FairQueue } from './fairQueue'

const full = () => new Error('full')

/** Work that says when it begins, and goes on until it is let go. */
function tasks(options: { atOnce: number; places: number }) {
  const queue = new FairQueue(['a', 'b'], { ...options, full })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const refused: string[] = []
  const ask = (lane: 'a' | 'b', asker: string) =>
    void queue
      .take(lane, asker, () => {
        begun.push(asker)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
      .catch(() => refused.push(asker))
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const finish = async () => {
    ends.shift()?.()
    await settle()
  }
  return { ask, begun, refused, finish, settle }
}

test('SE-06 whoever asks often has no more turns than whoever asks a single time', async () => {
  const { ask, begun, finish } = tasks({ atOnce: 1, places: 10 })
  for (let count = 0; count < 5; count += 1) ask('a', 'often')
  ask('a', 'seldom')
  for (let count = 0; count < 3; count += 1) await finish()
  expect(begun).toEqual(['often', 'often', 'seldom', 'often'])
})

test('SE-06 the lanes take turns, however long one of them is', async () => {
  const { ask, begun, finish } = tasks({ atOnce: 1, places: 10 })
  for (const asker of ['1', '2', '3', '4', '5']) ask('a', asker)
  ask('b', 'known')
  for (let count = 0; count < 3; count += 1) await finish()
  expect(begun).toEqual(['1', '2', 'known', '3'])
})

test('SE-06 a full lane has a place for a newcomer while somebody holds several, and then none', async () => {
  const { ask, begun, refused, finish, settle } = tasks({ atOnce: 1, places: 3 })
  for (let count = 0; count < 5; count += 1) ask('a', 'often')
  ask('a', 'one')
  ask('a', 'two')
  ask('a', 'three')
  ask('b', 'elsewhere')
  await settle()
  expect(refused.toSorted()).toEqual(['often', 'often', 'often', 'three'])
  for (let count = 0; count < 4; count += 1) await finish()
  expect(begun).toEqual(['often', 'often', 'elsewhere', 'one', 'two'])
})
