import { changedOfferFields, offerEditForm, offerEditValues } from '../../contract/forms/offers'
import type { Offer, OfferUpdate } from '../../contract/offers'
import { promiseActor } from '../actors'
import { changing, recordFlow } from '../factories/recordFlow'
import type { FlowSurroundings } from '../flowSurroundings'
import type { RecordChange } from '../recordForm'

/** The fields that can be changed where they stand in a list (CP-03). */
export type OfferPlace = 'basePrice' | 'quantity'

export interface OfferEditInput extends FlowSurroundings {
  offer: Offer
  /** The field that is changed where it stands; null for all of them, in the dialog. */
  place: OfferPlace | null
}

/** Editing one offer, from the open dialog to the server's yes (EO-01 to EO-09). */
export const offerEditMachine = recordFlow({
  id: 'offerEdit',
  form: offerEditForm,
  valuesOf: offerEditValues,
  context: ({ place }: OfferEditInput) => ({ place }),
  record: ({ offer }) => offer,
  actors: { saveOffer: promiseActor<void, RecordChange<OfferUpdate>>('saveOffer') },
  isReread: true,
  submit: {
    // What differs from the offer as the person last saw it (EO-08).
    state: 'updating',
    src: 'saveOffer',
    ...changing('offers', changedOfferFields),
    message: 'Offer updated',
    done: 'saved',
  },
})
