import type { Fault } from '../exchange'
import { admits, answers, crashes, fault, on, remembering, requests } from '../make'
import { agrees, bodyOf, deafTo, idIn, read, recordsAs, recordsIn, tokenIn, write } from '../selling'

const merge = 'customers.merge'
const unmerge = 'customers.unmerge'
const keptOf = (exchange: Parameters<typeof idIn>[0]) => `/api/v1/customers/${idIn(exchange)}`

/** Chooses for somebody who has chosen otherwise. */
const chooses = (field: string, side: string) =>
  requests(merge, 'keep', (keep) => ({ ...(keep as Record<string, unknown>), [field]: side }))

export const customerMerges: Fault[] = [
  {
    id: 'merge-nothing',
    about: 'a merge is answered with yes, and nothing is done',
    make: () => on(merge, (exchange) => exchange.ask('GET', keptOf(exchange), tokenIn(exchange))),
  },
  fault('merge-name-of-kept', 'the name is of the one who is kept, whatever was chosen', chooses('name', 'kept')),
  fault('merge-email-of-other', 'the email address is of the one who goes', chooses('email', 'other')),
  fault('merge-note-lost', 'of two notes one is lost', chooses('note', 'kept')),
  fault('merge-phone-lost', 'a phone number that only the other has is lost', chooses('phone', 'kept')),
  fault('merge-address-lost', 'an address that only the other has is lost', chooses('shippingAddress', 'kept')),
  fault('merge-version-ignored', 'who was changed meanwhile is merged all the same', deafTo('if-match', merge)),
  fault(
    'merge-other-version-ignored',
    'the other one may have been changed meanwhile',
    requests(merge, 'otherVersion', () => undefined),
  ),
  fault(
    'merge-key-ignored',
    'the same merge with its key is refused as a second one',
    deafTo('idempotency-key', merge),
  ),
  fault(
    'merge-agrees',
    'who is nobody is merged, and nothing comes of it',
    agrees(merge, [422], (exchange) => keptOf(exchange)),
  ),
  {
    id: 'merge-swapped',
    about: 'the one who was to be kept goes',
    make: () =>
      on(merge, async (exchange) => {
        const { otherId, keep } = bodyOf(exchange)
        if (exchange.headers['if-match'] !== undefined || typeof otherId !== 'string') return exchange.send()
        const done = await write(exchange, 'POST', `/customers/${otherId}/merge`, { otherId: idIn(exchange), keep })
        return done.status === 200 ? done : exchange.send()
      }),
  },
  {
    id: 'merge-told-once-undone',
    about: 'who was merged is told to be so once that is undone',
    make: () => {
      const merged = new Map<string, unknown[]>()
      return recordsAs('customers.get customers.merge', (record) => {
        const key = String(record['id'])
        const now = Array.isArray(record['merged']) ? record['merged'] : []
        if (now.length > 0) merged.set(key, now)
        return { ...record, merged: merged.get(key) ?? now }
      })
    },
  },
  fault(
    'customer-timeline-of-changes-alone',
    'the timeline of a customer tells neither that they were brought back nor with whom they were merged',
    recordsAs('customers.get customers.merge customers.unmerge', (record) => ({
      ...record,
      timeline: recordsIn(record['timeline']).filter(
        ({ kind }) => kind !== 'restore' && kind !== 'merge' && kind !== 'delete',
      ),
    })),
  ),
  {
    id: 'merge-still-there',
    about: 'who is a part of another can still be read',
    make: () => {
      const seen = new Map<string, Record<string, unknown>>()
      return on('customers.get', async (exchange) => {
        const record = await read(exchange, `/customers/${idIn(exchange)}`)
        if (record['id'] !== undefined) seen.set(idIn(exchange), record)
        const reply = await exchange.send()
        const known = seen.get(idIn(exchange))
        const isMerged = reply.status === 404 && reply.text.includes('mergedInto')
        return isMerged && known ? { ...reply, status: 200, text: JSON.stringify({ data: known }) } : reply
      })
    },
  },
  fault(
    'merge-orders-left',
    'a merged customer shows none of the orders that moved',
    recordsAs(merge, (record) => ({ ...record, ordersCount: 0 })),
  ),
  {
    id: 'unmerge-nothing',
    about: 'undoing a merge is answered with yes, and nothing is done',
    make: () =>
      on(unmerge, async (exchange) => ({
        ...(await exchange.ask('GET', '/api/v1/users/me', tokenIn(exchange))),
        text: JSON.stringify({ data: { id: idIn(exchange) } }),
      })),
  },
  {
    id: 'unmerge-fields-stay',
    about: 'who was kept stays what they became when it is undone',
    make: () => {
      const kept = new Map<string, { id: string; phone: unknown }>()
      return on(`${merge} ${unmerge}`, async (exchange) => {
        const reply = await exchange.send()
        if (reply.status !== 200) return reply
        if (exchange.call === merge) {
          const { phone } = await read(exchange, `/customers/${idIn(exchange)}`)
          kept.set(String(bodyOf(exchange)['otherId']), { id: idIn(exchange), phone })
          return reply
        }
        const was = kept.get(idIn(exchange))
        if (was) await write(exchange, 'PUT', `/customers/${was.id}`, { phone: was.phone })
        return reply
      })
    },
  },
  fault(
    'unmerge-again',
    'what has been undone is undone again',
    agrees(unmerge, [404], (exchange) => keptOf(exchange)),
  ),
  fault('merge-foreign', "other organizations' customers are merged, too", admits(`${merge} ${unmerge}`, [403, 404])),
  fault('merge-anyone', 'who is not signed in may merge, too', admits(merge, [401])),
  fault(
    'merge-fails',
    'whoever merges meets an error of the server',
    crashes(merge, () => true),
  ),
  fault(
    'timeline-untitled',
    'the events of a timeline say not what they are',
    answers('customers.get', 'data.timeline.*.kind', () => null),
  ),
  fault(
    'merged-oldest-first',
    'of those who were merged the one who was so first is told first',
    answers('customers.get customers.merge', 'data.merged', (merged) => recordsIn(merged).toReversed()),
  ),
  fault(
    'merged-last-alone',
    'of those who were merged the last one alone is told',
    answers('customers.get customers.merge', 'data.merged', (merged) => recordsIn(merged).slice(0, 1)),
  ),
  remembering('unmerge-forgets-the-others', 'once one is another one again, nobody is told to have been merged', () => {
    let isOver = false
    const told = answers('customers.get', 'data.merged', (merged) => (isOver ? [] : merged))
    return on(`customers.get ${unmerge}`, (exchange) => {
      isOver ||= exchange.call === unmerge
      return told(exchange)
    })
  }),
]
