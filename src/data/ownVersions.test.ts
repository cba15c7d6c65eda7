import { describe, expect, test } from 'vitest'
import { uponOwn } from './ownVersions'

interface Sent {
  path: string
  upon?: string
  answered?: { id?: string; version?: number } | undefined
  status?: number
}

/** Sends changes one after the other, and tells upon which versions the backend was asked. */
async function askedUpon(changes: readonly Sent[]): Promise<(string | undefined)[]> {
  const asked: (string | undefined)[] = []
  let answered: Sent['answered']
  let status = 200
  const send = uponOwn(async (_input, init) => {
    asked.push(new Headers(init?.headers).get('if-match') ?? undefined)
    return new Response(answered === undefined ? 'not JSON' : JSON.stringify({ data: answered }), { status })
  })
  for (const change of changes) {
    ;({ answered, status = 200 } = change)
    const headers = change.upon === undefined ? {} : { 'if-match': change.upon }
    await send(`https://api.example/api/v1${change.path}`, { method: 'POST', headers })
  }
  return asked
}

const parcel = '/fulfilments/ful_1'

describe('GE-09 a change after one of one’s own', () => {
  test('is done upon what the first has made, however many there were, and keeps what was read since', async () => {
    const changes: Sent[] = [
      { path: `${parcel}/unassign`, upon: '"3"', answered: { id: 'ful_1', version: 4 } },
      { path: `${parcel}/ship`, upon: '"3"', answered: { id: 'ful_1', version: 5 } },
      { path: `${parcel}/deliver`, upon: '"3"', answered: { id: 'ful_1', version: 6 } },
      { path: parcel, upon: '"9"', answered: { id: 'ful_1', version: 10 } },
    ]
    expect(await askedUpon(changes)).toEqual(['"3"', '"4"', '"5"', '"9"'])
  })

  test.each<[string, Sent]>([
    ['of another record', { path: '/fulfilments/ful_2/ship', upon: '"3"', answered: { id: 'ful_2', version: 4 } }],
    [
      'of one whose id goes on',
      { path: '/fulfilments/ful_/ship', upon: '"13"', answered: { id: 'ful_', version: 14 } },
    ],
    ['of another kind', { path: '/orders/ful_1/address', upon: '"3"', answered: { id: 'ful_1', version: 4 } }],
    ['that was refused', { path: `${parcel}/ship`, upon: '"3"', status: 409, answered: { id: 'ful_1', version: 4 } }],
    ['that answers something else', { path: `${parcel}/split`, upon: '"3"', answered: { id: 'ful_7', version: 4 } }],
    ['that answers no version', { path: `${parcel}/ship`, upon: '"3"', answered: { id: 'ful_1' } }],
    ['that answers an older version', { path: `${parcel}/ship`, upon: '"3"', answered: { id: 'ful_1', version: 2 } }],
    ['that answers no JSON', { path: `${parcel}/ship`, upon: '"3"' }],
    ['upon any version', { path: `${parcel}/ship`, upon: '*', answered: { id: 'ful_1', version: 4 } }],
    ['upon none', { path: `${parcel}/ship`, answered: { id: 'ful_1', version: 4 } }],
  ])('is done upon what was seen, after one %s', async (_which, before) => {
    const asked = await askedUpon([
      before,
      { path: `${parcel}/ship`, upon: '"3"', answered: { id: 'ful_1', version: 4 } },
    ])
    expect(asked).toEqual([before.upon, '"3"'])
  })
})
