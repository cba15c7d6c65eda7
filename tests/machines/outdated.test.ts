import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { RequestError } from '../../contract/client/errors'
import { membershipOf } from '../../contract/permissions'
import { offerEditMachine } from '../../machines/offers/offerEdit.machine'
import { orderRefundMachine } from '../../machines/orders/orderRefund.machine'
import { offer } from './models/records'

test('GE-09 a backend that refuses the very version that it holds is not asked again and again', async () => {
  const seen = { ...offer, version: 3 }
  let asked = 0
  const reported: unknown[] = []
  const body = { error: { details: { current: seen } } }
  const machine = offerEditMachine.provide({
    actors: {
      saveOffer: fromPromise(async () => {
        asked += 1
        if (asked < 50) throw new RequestError('Outdated', { endpoint: 'PUT /offers', status: 409, body })
      }),
    },
    actions: {
      showChange: () => {},
      confirmChange: () => {},
      revertChange: () => {},
      reportError: (_, { error }) => void reported.push(error),
    },
  })
  const flow = createActor(machine, { input: { offer: seen, place: null } }).start()
  flow.send({ type: 'field.change', fields: { basePrice: '99' } })
  flow.send({ type: 'dialog.submit' })
  await waitFor(flow, (state) => !state.hasTag('busy'))
  expect(asked).toBe(1)
  expect(flow.getSnapshot().value).toBe('editing')
  expect(reported).toMatchObject([{ status: 409 }])
})

test('GE-09 GE-16 a save whose answer was lost is no change of somebody else, and is not asked about', async () => {
  const seen = { ...offer, version: 3, basePrice: 20 }
  const upon: unknown[] = []
  const body = { error: { details: { current: { ...seen, version: 4, basePrice: 99 } } } }
  const machine = offerEditMachine.provide({
    actors: {
      saveOffer: fromPromise(async ({ input }) => {
        upon.push(input.version)
        if (upon.length === 1) throw new RequestError('Outdated', { endpoint: 'PUT /offers', status: 409, body })
      }),
    },
    actions: { showChange: () => {}, confirmChange: () => {}, revertChange: () => {}, showMessage: () => {} },
  })
  const flow = createActor(machine, { input: { offer: seen, place: null } }).start()
  flow.send({ type: 'field.change', fields: { basePrice: '99' } })
  flow.send({ type: 'dialog.submit' })
  await waitFor(flow, (state) => !state.hasTag('busy'))
  expect(flow.getSnapshot().status).toBe('done')
  expect(upon).toEqual([3, 4])
})

test('GE-09 what is read again as it is typed here is no news, and what is otherwise is', () => {
  const seen = { ...offer, version: 3, basePrice: 20 }
  const flow = createActor(offerEditMachine, { input: { offer: seen, place: null } }).start()
  flow.send({ type: 'field.change', fields: { basePrice: '99' } })
  flow.send({ type: 'record.refresh', record: { ...seen, version: 4, basePrice: 99 } })
  expect(flow.getSnapshot().value).toBe('editing')
  flow.send({ type: 'record.refresh', record: { ...seen, version: 5, basePrice: 98 } })
  expect(flow.getSnapshot().value).toBe('deciding')
})

test('GE-09 OR-03 an order that is read again as it was is no news to who types a refund of its lines', () => {
  const order = () => ({
    id: 'ord_1',
    version: 1,
    items: [{ id: 'rake', name: 'Rake', quantity: 3, unitPrice: 10, total: 30, tax: 1, shippingTotal: 5 }],
    refundedLines: [],
    refundable: 36,
    customer: { id: 'cus_1' },
    shippingAddress: {},
    transactions: [],
    fulfilments: [],
    timeline: [],
  })
  const input = { order: order(), membership: membershipOf(undefined) }
  const flow = createActor(orderRefundMachine, { input }).start()
  flow.send({ type: 'field.change', fields: { units: { rake: '1' } } })
  flow.send({ type: 'record.refresh', record: order() })
  expect(flow.getSnapshot().value).toBe('editing')
  flow.send({ type: 'record.refresh', record: { ...order(), version: 2, refundable: 12 } })
  expect(flow.getSnapshot().value).toBe('deciding')
})
