import * as z from 'zod/mini'
import { longestAddress, longestTaxNumber, type Seller, type SellerUpdate } from '../extensions/sellers'
import { optionalLine } from '../schemas'
import { changedFields } from './changedFields'
import { optionalText } from './fields'

/** The dialog of what customers are told of the seller (PY-06). */
export const sellerForm = z.object({ address: optionalText(longestAddress), taxNumber: optionalLine(longestTaxNumber) })

/** What is typed into that dialog. */
export type SellerValues = z.input<typeof sellerForm>

/** What that dialog begins with. */
export const sellerValues = ({ address, taxNumber }: Seller): SellerValues => ({
  address: address ?? '',
  taxNumber: taxNumber ?? '',
})

/** The fields that differ from what the dialog began with; both may be emptied. */
export const changedSellerFields = (before: Seller, values: SellerValues): SellerUpdate =>
  changedFields(sellerForm, sellerValues(before), values, ['address', 'taxNumber'])
