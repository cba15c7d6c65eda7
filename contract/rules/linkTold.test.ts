import { expect, test } from 'vitest'
import { whyNoLink } from './linkTold'

const full = { id: 'gwi_1', displayName: 'Main', whyNot: 'This payment gateway would take more than its cap.' }
const free = { id: 'gwi_2', displayName: 'Second', whyNot: null }
const order = { status: 'open', due: 20 }

test('GE-05 GW-01 a link is refused beforehand by a gateway over its cap, and another one is offered', () => {
  expect(whyNoLink({ ...order, gateways: [full] })).toBe('This payment gateway would take more than its cap.')
  expect(whyNoLink({ ...order, gateways: [full, free] })).toBe(
    'This payment gateway would take more than its cap. Choose another one.',
  )
  expect(whyNoLink({ ...order, gateways: [full, free], chosen: 'gwi_2' })).toBeUndefined()
  expect(whyNoLink({ ...order, gateways: [free, full] })).toBeUndefined()
  expect(whyNoLink({ ...order, gateways: [] })).toBe('Add or enable a payment gateway first.')
  // A backend that does not tell its gateways judges by itself.
  expect(whyNoLink(order)).toBeUndefined()
  expect(whyNoLink({ ...order, due: 0, gateways: [full] })).toBe('This order has been paid.')
})
