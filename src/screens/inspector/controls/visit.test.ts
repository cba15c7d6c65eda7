import { expect, test } from 'vitest'
import type { Recording } from '../../../../machines/qa/record/recording'
import { givenWith } from './visit'

const selling = (at: number, input: object) => ({ at, event: { type: 'open.collaborationSell', input } })

test('CO-02 what a sale was begun as is given to the page that its address leads to, and to no other', () => {
  const begun = { draftId: 'd1', buyer: { firstName: 'Una' } }
  const visits = [
    { at: 0, address: '/orders/new?draftId=d1' },
    { at: 10, address: '/admin/collaborations/c1?sell=k1' },
    { at: 20, address: '/admin/collaborations/c1' },
    { at: 30, address: '/admin/collaborations/c1?sell=k1' },
  ]
  const recording = { visits, events: [selling(12, { begun }), selling(31, {})] } as unknown as Recording
  expect(visits.map((visit) => givenWith(recording, visit))).toEqual([{}, { begun }, {}, {}])
})
