import { expect } from 'vitest'
import type { Fulfilment } from '../../../contract/fulfilments'
import { fulfilmentPackMachine } from '../../../machines/fulfilments/fulfilmentPack.machine'
import { fulfilmentStepMachine } from '../../../machines/fulfilments/fulfilmentStep.machine'
import { trackingAssignMachine } from '../../../machines/fulfilments/trackingAssign.machine'
import { trackingScanMachine } from '../../../machines/fulfilments/trackingScan.machine'
import type { Form } from '../../../machines/form'
import type { Model } from '../explore'
import type { WithUnanswered } from '../../../machines/factories/unanswered'
import { lost, outdated, refused } from './refusals'

const fulfilment: Fulfilment = { id: 'ful_1', orderNumber: 1042, status: 'pending', units: 2, version: 1 }
const otherFulfilment: Fulfilment = { ...fulfilment, trackingNumber: 'AB123', version: 2 }
const order = { id: 'ord_1', number: 1042 }

export const trackingAssign: Model = {
  machine: trackingAssignMachine,
  inputs: [
    { fulfilment, isInPlace: false },
    { fulfilment, isInPlace: true, order },
  ],
  events: {
    'field.change': [{ fields: { trackingNumber: '1Z999AA10123456784' } }, { fields: { trackingNumber: '' } }],
    'field.blur': [{ field: 'trackingNumber' }],
    'record.refresh': [{ record: fulfilment }, { record: otherFulfilment }],
  },
  errors: {
    assignTracking: [
      outdated({ ...fulfilment, version: 2 }),
      outdated(otherFulfilment),
      refused(422, { details: [{ path: 'body.trackingNumber', message: 'Taken' }] }),
      new Error('refused'),
    ],
  },
  identity: ({ form, theirs }: { form: Form<object>; theirs: unknown }) => [form, theirs],
  invariant: (snapshot) => {
    if (!snapshot.hasTag('busy')) return
    for (const type of ['field.change', 'dialog.submit', 'dialog.cancel']) expect(snapshot.can({ type })).toBe(false)
  },
}

export const fulfilmentStep: Model = {
  machine: fulfilmentStepMachine,
  inputs: ['unassign', 'ship', 'deliver', 'cancel'].flatMap((step) => [
    { fulfilment, step, order },
    { fulfilment, step },
  ]),
  invariant: (snapshot) => {
    if (!snapshot.hasTag('busy')) return
    for (const type of ['dialog.submit', 'dialog.cancel']) expect(snapshot.can({ type })).toBe(false)
  },
}

const line = { orderItemId: 'itm_1', name: 'Lamp', most: 2, quantity: '' }
const chosen = [{ ...line, quantity: '1' }]

export const fulfilmentPack: Model = {
  machine: fulfilmentPackMachine,
  inputs: [
    { order, lines: [line] },
    { order, fulfilmentId: 'ful_1', lines: [line] },
    { order, fulfilmentId: 'ful_1', isInList: true, lines: [line] },
  ],
  events: {
    'field.change': [{ fields: { lines: chosen } }, { fields: { lines: [{ ...line, quantity: '3' }] } }],
    'field.blur': [{ field: 'lines' }],
  },
  errors: { packFulfilment: [new Error('refused'), lost] },
  identity: ({ form, unanswered }: { form: Form<object> } & WithUnanswered) => [form, unanswered !== undefined],
  invariant: (snapshot) => {
    if (snapshot.hasTag('busy')) expect(snapshot.can({ type: 'dialog.submit' })).toBe(false)
  },
}

export const trackingScan: Model = {
  machine: trackingScanMachine,
  inputs: [{ organizationId: 'org_1' }],
  events: {
    'order.type': [{ text: '1042' }, { text: '' }],
    'tracking.type': [{ text: '1Z999AA10123456784' }, { text: ' ' }],
    'carrier.choose': [{ carrier: 'UPS' }],
  },
  outputs: { scanTracking: [otherFulfilment], isOrderThere: [true, false] },
  errors: { scanTracking: [refused(409, { message: 'This order has been cancelled.' }), new Error('unreachable')] },
  identity: ({ order: typed, tracking }: { order: string; tracking: string }) => [typed, tracking],
  // Nothing is sent that is not both.
  invariant: (snapshot) => {
    if (!snapshot.matches('assigning')) return
    expect(snapshot.context.order.trim()).not.toBe('')
    expect(snapshot.context.tracking.trim()).not.toBe('')
  },
}
