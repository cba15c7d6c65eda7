import { FairQueue } from './fairQueue'
import { Refusal, unavailable } from './http/errors'

/** Reports and files that a person has read at once, and that wait for those to end; the next is refused. */
export const ofPerson = { atOnce: 3, places: 100 }
/** The same of all people, which leaves connections to what is quick: a server has ten. */
export const ofAll = { atOnce: 6, places: 100 }

/**
 * Reads for a person what takes long, in their turn, one organization after the other. Rejects with a 429 when they ask for
 * too much, a 503 when all do.
 */
export type ReadLong = <T>(personId: string, orgId: string, read: () => Promise<T>) => Promise<T>

/** So that nobody takes every connection, a person's reports and files are read a few at a time, and so are those of all. */
export function createLongReads(): ReadLong {
  const all = new FairQueue(['reads'], {
    ...ofAll,
    full: () => unavailable('Too many reports and files are being made at once. Try again in a moment.'),
  })
  const people = new Map<string, { queue: FairQueue<'own'>; inHand: number }>()

  return async (personId, orgId, read) => {
    const own = people.get(personId) ?? { queue: new FairQueue(['own'], { ...ofPerson, full: tooMany }), inHand: 0 }
    people.set(personId, own)
    own.inHand += 1
    try {
      return await own.queue.take('own', orgId, () => all.take('reads', personId, read))
    } finally {
      own.inHand -= 1
      if (own.inHand === 0) people.delete(personId)
    }
  }
}

const tooMany = () =>
  new Refusal(
    429,
    'too_many_reads',
    'You have too many reports and files made at once. Wait until some of them are there.',
    {
      headers: { 'retry-after': '5' },
    },
  )
