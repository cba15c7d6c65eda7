import type { BulkJob, BulkRow } from '../../../contract/extensions/bulkJobs'
import { bulkActions, type BulkList, type BulkTally, throughOf } from '../../../contract/rules/bulkJobs'
import {
  changeText as changed,
  jobTitle as titled,
  tallyText as tallied,
  type Written,
} from '../../../contract/rules/bulkTexts'
import { formatCount, formatMoney } from '../../components/base/format'

const nouns: Record<BulkList, readonly [one: string, many: string]> = {
  offers: ['offer', 'offers'],
  products: ['product', 'products'],
  customers: ['customer', 'customers'],
  fulfillments: ['parcel', 'parcels'],
}

/** So many of the list that an action is for, such as '1,204 offers'. */
export function countedRows(action: BulkJob['action'], count: number): string {
  const [one, many] = nouns[bulkActions[action].list]
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** How the rows have gone, in one line. */
export const tallyText = (job: BulkJob): string => tallied(job, formatCount)

/** How far it is, such as '400 of 1,204'. */
export const progressOf = (tally: BulkTally, of: number) => `${formatCount(throughOf(tally))} of ${formatCount(of)}`

const written: Written = { count: formatCount, amount: formatMoney }

/** What a record was and is, or would be. */
export const changeText = (row: BulkRow): string => changed(row, written)

/** What is done, and how, such as 'Change prices of offers by +5 %'. */
export const jobTitle = (job: BulkJob): string => titled(job, written)
