import type { Seller } from '../../../contract/extensions/sellers'
import { editIcon } from '../../components/actions/icons'
import type { WriteAction } from '../../components/actions/recordAction'

/** What can be done with what customers are told of the seller (PY-06). */
export const editSeller: WriteAction<Seller> = {
  action: 'sellers.update',
  label: 'Edit',
  icon: editIcon,
  open: (seller, { open }) => open({ type: 'open.sellerEdit', recordId: seller.id, input: { seller } }),
}
