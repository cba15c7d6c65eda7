import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { RequestError } from '../../contract/client/errors'
import { offerEditMachine } from '../../machines/offers/offerEdit.machine'
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
