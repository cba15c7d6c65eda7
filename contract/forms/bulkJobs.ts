import * as z from 'zod/mini'
import type { BulkParams } from '../extensions/bulkJobs'
import { isMaxBelowMin, maxBelowMin } from '../offers'
import { type BulkAction, priceActions, whyNotPriceChange } from '../rules/bulkJobs'
import { isCount, optionalNumber } from './fields'

/** What is asked before one action is done to many records: how prices change, which limits they get, or nothing (WF-03). */
export const bulkForm = z
  .object({
    about: z.enum(['price', 'limits', 'nothing']),
    kind: z.enum(['set', 'amount', 'percent']),
    value: optionalNumber('Must be a number', () => true),
    minPrice: optionalNumber('Min price must be zero or greater', (value) => value >= 0),
    maxPrice: optionalNumber(maxBelowMin, (value) => value >= 0),
    maxQuantity: optionalNumber('Max quantity must be a non-negative integer', isCount),
  })
  .check(
    z.check(({ value: form, issues }) => {
      const { about, kind, value, minPrice, maxPrice, maxQuantity } = form
      const add = (path: string, message: string | undefined) => {
        if (message !== undefined) issues.push({ code: 'custom', message, path: [path], input: form })
      }
      if (about === 'price') add('value', whyNotPriceChange({ kind, value }))
      if (about !== 'limits') return
      if ([minPrice, maxPrice, maxQuantity].every((limit) => limit === undefined))
        add('minPrice', 'Give at least one limit')
      if (isMaxBelowMin(minPrice, maxPrice)) add('maxPrice', maxBelowMin)
    }),
  )
/** What is typed there. */
export type BulkValues = z.input<typeof bulkForm>

export const bulkValues = (action: BulkAction): BulkValues => ({
  about: priceActions.has(action) ? 'price' : action === 'offers.limits' ? 'limits' : 'nothing',
  kind: 'percent',
  value: '',
  minPrice: '',
  maxPrice: '',
  maxQuantity: '',
})

/** What the request says of it. Throws when the form does not allow it. */
export function bulkParamsOf(values: BulkValues): BulkParams {
  const { about, kind, value = 0, minPrice, maxPrice, maxQuantity } = z.parse(bulkForm, values)
  if (about === 'price') return { price: { kind, value } }
  if (about === 'nothing') return {}
  return {
    limits: {
      ...(minPrice !== undefined && { minPrice }),
      ...(maxPrice !== undefined && { maxPrice }),
      ...(maxQuantity !== undefined && { maxQuantity }),
    },
  }
}
