import { expect, test } from 'vitest'
import { createQueryClient, keepAnswer, readAgain } from './cache'

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
