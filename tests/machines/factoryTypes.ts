import type { Offer } from '../../contract/offers'
import { offerEditForm, offerEditValues } from '../../contract/forms/offers'
import { promiseActor } from '../../machines/actors'
import { confirmFlow } from '../../machines/factories/confirmFlow'
import { recordFlow } from '../../machines/factories/recordFlow'
import type { FlowSurroundings } from '../../machines/flowSurroundings'
import type { ActorRefFrom, InputFrom } from 'xstate'

// What the description of a flow must not say; each line that compiled after all would be an unused directive to tsc.

const actors = { saveOffer: promiseActor<void, { id: string }>('saveOffer') }
const submit = {
  state: 'saving',
  src: 'saveOffer',
  change: { resource: 'offers', kind: 'add' },
  done: 'saved',
} as const
interface Input extends FlowSurroundings {
  offer: Offer
}
const about = (_: Input) => ({ place: 'dialog' })

const asked = { id: 'asked', context: ({ offer }: Input) => ({ offer }), actors }
const ends = { cancelled: 'kept', failed: 'kept' }

export const taken = confirmFlow({ ...asked, submit: { ...submit, input: ({ offer }) => ({ id: offer.id }) }, ...ends })

export const refused = [
  // @ts-expect-error There is no such actor.
  confirmFlow({ ...asked, submit: { ...submit, src: 'saveOrder', input: () => ({ id: '' }) }, ...ends }),
  // @ts-expect-error The actor wants a text.
  confirmFlow({ ...asked, submit: { ...submit, input: () => ({ id: 1 }) }, ...ends }),
  // @ts-expect-error The flow knows an offer, and no order.
  confirmFlow({ ...asked, submit: { ...submit, input: ({ order }) => ({ id: order.id }) }, ...ends }),
]

const edit = recordFlow({
  id: 'edit',
  form: offerEditForm,
  valuesOf: offerEditValues,
  context: about,
  record: ({ offer }) => offer,
  actors,
  isReread: true,
  submit: { ...submit, input: ({ record, place }) => ({ id: record.id + place }) },
})
declare const flow: ActorRefFrom<typeof edit>

export const heard = [
  () => flow.send({ type: 'field.change', fields: { basePrice: '1' } }),
  // @ts-expect-error An offer has no such field.
  () => flow.send({ type: 'field.change', fields: { colour: 'red' } }),
  // @ts-expect-error It hears of no such event.
  () => flow.send({ type: 'tab.leave' }),
  () => flow.getSnapshot().context.form.values.basePrice.length,
  // @ts-expect-error Its record is an offer.
  () => flow.getSnapshot().context.record.firstName,
  // @ts-expect-error It is not open until it has an offer.
  (): InputFrom<typeof edit> => ({}),
]
