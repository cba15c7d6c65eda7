import { expect } from 'vitest'
import { RequestError } from '../../../contract/client/errors'
import type { OrderRecord } from '../../../contract/extensions/orders'
import type { Membership } from '../../../contract/rules/duties'
import { standardPermissions } from '../../../contract/agentPermissions'
import { orderHistoryMachine } from '../../../machines/orders/orderHistory.machine'
import { orderRefundMachine } from '../../../machines/orders/orderRefund.machine'
import { orderRefundForm, type OrderRefundValues, refundAmount } from '../../../machines/orders/orderRefundForm'
import { paymentLinkMachine } from '../../../machines/orders/paymentLink.machine'
import { type Form, isFormValid } from '../../../machines/form'
import type { WithUnanswered } from '../../../machines/factories/unanswered'
import type { Model } from '../explore'
import { lost } from './refusals'
import { order } from './records'

const refused = new RequestError('Refused', { endpoint: 'POST', status: 409, body: { message: 'Too much.' } })

export const paymentLink: Model = {
  machine: paymentLinkMachine,
  inputs: [{ orderId: 'ord_1' }],
  events: { 'link.copy': [{ linkId: 'lnk_1' }, { linkId: undefined }] },
  outputs: { createLink: [{ linkId: 'lnk_2' }] },
  errors: { createLink: [refused, lost], endLink: [refused] },
  identity: ({ linkId, unanswered }: { linkId: string | undefined } & WithUnanswered) => [
    linkId,
    unanswered !== undefined,
  ],
  invariant: (snapshot) => {
    // One link is made at a time, as each ends the one before.
    expect(snapshot.can({ type: 'link.mail' })).toBe(!snapshot.hasTag('busy'))
  },
}

const sold: OrderRecord = {
  ...order,
  items: [{ id: 'itm_1', name: 'Rake', quantity: 2, unitPrice: 20, total: 40, shippingTotal: 4.95 }],
  version: 1,
  refundable: 44.95,
}
const membership: Membership = { role: 'owner', agents: standardPermissions }
const less = { ...sold, version: 2, refundable: 24.95 }

const outdated = (current: object) =>
  new RequestError('Changed', { endpoint: 'POST', status: 409, body: { error: { details: { current } } } })

interface Refunding extends WithUnanswered {
  form: Form<OrderRefundValues>
  record: OrderRecord
  theirs: OrderRecord | undefined
  refusal: unknown
}

export const orderRefund: Model = {
  machine: orderRefundMachine,
  inputs: [
    { order: sold, membership },
    { order: { ...order, refundable: 44.95 }, membership },
  ],
  events: {
    'field.change': [
      { fields: { units: { itm_1: '1' } } },
      { fields: { units: { itm_1: '' } } },
      { fields: { units: { itm_1: '3' } } },
      { fields: { by: 'amount', amount: '12.50' } },
      { fields: { by: 'amount', amount: '99' } },
    ],
    'field.blur': [{ field: 'amount' }],
    'record.refresh': [{ record: { ...sold, version: 2 } }, { record: less }],
  },
  errors: { refundOrder: [refused, outdated({ ...sold, version: 2 }), outdated(less), lost] },
  identity: ({ form, refusal, record, theirs, unanswered }: Refunding) => [
    unanswered !== undefined,
    record.version,
    theirs?.version,
    form.values.refundable,
    form.values.by,
    form.values.amount,
    form.values.units,
    Object.keys(form.touched),
    refusal !== undefined,
  ],
  invariant: (snapshot) => {
    // The machine's own context, which a snapshot of any machine does not know.
    const { form, unanswered } = snapshot.context as { form: Form<OrderRefundValues> } & WithUnanswered
    if (!snapshot.matches('confirming') && !snapshot.hasTag('busy')) return
    // What nobody knows of is not somebody else's doing, and who does not wait for it leaves at any moment (GE-16).
    if (snapshot.hasTag('busy')) {
      expect(snapshot.can({ type: 'record.refresh', record: less })).toBe(false)
      expect(snapshot.can({ type: 'dialog.leave' })).toBe(unanswered !== undefined)
    }
    // Nothing is asked for twice, and never more than there is.
    expect(isFormValid(orderRefundForm, form)).toBe(true)
    expect(refundAmount(form.values)).toBeLessThanOrEqual(form.values.refundable)
    expect(snapshot.can({ type: 'field.change', fields: {} })).toBe(false)
  },
}

export const orderHistory: Model = {
  machine: orderHistoryMachine,
  events: { 'event.choose': [{ eventId: 'evt_1' }] },
  identity: ({ eventId, isDrawn }: { eventId: string | undefined; isDrawn: boolean }) => [eventId, isDrawn],
}
