import { expect, test } from 'vitest'
import { createActor, createMachine } from 'xstate'
import { createQueryClient, fetchAhead, keepAnswer, known, queryActor, readAgain } from './cache'

const page = (...versions: (number | null)[]) => ({
  rows: versions.map((version, index) => ({ id: `off_${index}`, version, basePrice: 10 })),
  total: versions.length,
})

test('EO-06 the record that a change is answered with takes the place of an older one, and of no newer one', async () => {
  const client = createQueryClient()
  client.setQueryData(['offers', 'rows', 'one'], page(1, 4, null))
  client.setQueryData(['offers', 'record', 'off_0'], { id: 'off_0', version: 2, basePrice: 10 })
  client.setQueryData(['products', 'rows'], page(1))
  for (const answer of [
    { id: 'off_0', version: 3, basePrice: 12 },
    { id: 'off_1', version: 4, basePrice: 12 },
  ])
    await keepAnswer(client, 'offers', answer)
  expect(client.getQueryData(['offers', 'rows', 'one'])).toMatchObject({
    rows: [{ version: 3, basePrice: 12 }, { version: 4, basePrice: 10 }, { basePrice: 10 }],
    total: 3,
  })
  expect(client.getQueryData(['offers', 'record', 'off_0'])).toMatchObject({ version: 3, basePrice: 12 })
  expect(client.getQueryData(['products', 'rows'])).toEqual(page(1))
})

test('DB-03 GE-09 after a write, what is made of all is read when it comes to the screen again, whatever the channel tells', async () => {
  const client = createQueryClient()
  const keys = [
    ['dashboard', 'now'],
    ['leaderboard', 'now'],
    ['customers', 'rows'],
  ]
  for (const key of keys) client.setQueryData(key, {})
  await readAgain(client, 'products')
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, false])
})

test('OT-01 a screen is not told what it began with, but all that is read afterwards', async () => {
  const client = createQueryClient()
  const answers = [page(1), page(2)]
  const read = { key: ['offers', 'rows'], fetch: () => Promise.resolve(answers.shift() ?? page(3)) }
  expect(known(client, read)).toBeUndefined()
  fetchAhead(client, read)
  await expect.poll(() => known(client, read)).toEqual(page(1))
  const told: unknown[] = []
  const begin = (src: ReturnType<typeof queryActor>) =>
    createActor(
      createMachine({
        invoke: { src, id: 'query' },
        on: { 'query.loaded': { actions: ({ event }) => void told.push(event['data']) } },
      }),
    ).start()
  const actor = queryActor(client, () => read, known(client, read))
  const first = begin(actor)
  await Promise.resolve()
  expect(told).toEqual([])
  await client.refetchQueries({ queryKey: read.key })
  expect(told).toEqual([page(2)])
  first.stop()
  // Whoever lives on the query next, such as for another page and back, has begun with nothing.
  begin(actor)
  await expect.poll(() => told).toEqual([page(2), page(2)])
})
