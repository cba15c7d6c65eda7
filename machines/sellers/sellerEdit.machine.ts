import type { Seller, SellerUpdate } from '../../contract/extensions/sellers'
import { changedSellerFields, sellerForm, sellerValues } from '../../contract/forms/sellers'
import { promiseActor } from '../actors'
import { changing, recordFlow } from '../factories/recordFlow'
import type { FlowSurroundings } from '../flowSurroundings'
import type { RecordChange } from '../recordForm'

export interface SellerEditInput extends FlowSurroundings {
  seller: Seller
}

/** Writing what customers are told of the seller (PY-06). */
export const sellerEditMachine = recordFlow({
  id: 'sellerEdit',
  form: sellerForm,
  valuesOf: (seller: Seller) => sellerValues(seller),
  context: (_input: SellerEditInput) => ({}),
  record: ({ seller }) => seller,
  actors: { saveSeller: promiseActor<void, RecordChange<SellerUpdate>>('saveSeller') },
  isReread: false,
  submit: {
    state: 'saving',
    src: 'saveSeller',
    ...changing('sellers', changedSellerFields),
    message: 'Seller saved',
    done: 'saved',
  },
})
