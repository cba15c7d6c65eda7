import { expect, test } from 'vitest'
import { createLongReads, ofAll, ofPerson } from './longReads'

/** Reads that end when they are told to. */
function heldReads() {
  const held: { orgId: string; end: () => void }[] = []
  const readLong = createLongReads()
  const ask = (person: string, orgId: string) =>
    readLong(person, orgId, async () => {
      await new Promise<void>((end) => held.push({ orgId, end }))
      return person
    })
  return { held, ask }
}
const soon = () => new Promise(setImmediate)

test('AP-02 a person reads a few reports at once, the next wait, and one too many is refused; others are not held up', async () => {
  const { held, ask: askFor } = heldReads()
  const ask = (person: string) => askFor(person, `of ${person}`)
  const ours = Array.from({ length: ofPerson.atOnce + ofPerson.places }, () => ask('ada'))
  await soon()
  expect(held).toHaveLength(ofPerson.atOnce)
  await expect(ask('ada')).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '5' } })
  const theirs = ask('ben')
  await soon()
  expect(held.map(({ orgId }) => orgId)).toEqual([...Array.from({ length: ofPerson.atOnce }, () => 'of ada'), 'of ben'])
  held[ofPerson.atOnce]?.end()
  expect(await theirs).toBe('ben')
  for (let ended = 0; ended < held.length; ended += 1) {
    held[ended]?.end()
    await soon()
  }
  expect(await Promise.all(ours)).toHaveLength(ofPerson.atOnce + ofPerson.places)
  // All of it is over, and they may ask again.
  const again = ask('ada')
  await soon()
  held.at(-1)?.end()
  expect(await again).toBe('ada')
})

test('AP-02 of all people only so many read at once that connections are left, and each has their turn', async () => {
  const { held, ask } = heldReads()
  const people = ['ada', 'ben', 'cy', 'dot']
  const asked = people.flatMap((person) => Array.from({ length: ofPerson.atOnce }, () => ask(person, person)))
  await soon()
  expect(held.map(({ orgId }) => orgId)).toEqual(['ada', 'ada', 'ada', 'ben', 'ben', 'ben'])
  held[0]?.end()
  held[1]?.end()
  await soon()
  expect(held.slice(ofAll.atOnce).map(({ orgId }) => orgId)).toEqual(['cy', 'dot'])
  for (let ended = 0; ended < asked.length; ended += 1) {
    held[ended]?.end()
    await soon()
  }
  await Promise.all(asked)
})
