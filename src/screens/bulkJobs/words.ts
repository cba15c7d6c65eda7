import type { BulkJob, BulkRow } from '../../../contract/extensions/bulkJobs'
import { bulkOutcomeWords, bulkWords } from '../../../contract/lists/bulkJobs'
import {
  bulkActions,
  type BulkList,
  type BulkOutcome,
  type BulkTally,
  throughOf,
} from '../../../contract/rules/bulkJobs'
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

/** Which of its passes a job shows, how it has gone so far, and of how many. */
export function passOf({ startedAt, undoUserName, checked, ran, undone, total }: BulkJob) {
  if (!startedAt) return { pass: 'check', tally: checked, of: total } as const
  return undoUserName
    ? ({ pass: 'undo', tally: undone, of: ran.done } as const)
    : ({ pass: 'run', tally: ran, of: total } as const)
}

const verbs = {
  check: {
    done: (count: string) => `${count} would be changed`,
    unchanged: (count: string) => `${count} so already`,
    refused: (count: string) => `${count} would be refused`,
    vanished: (count: string) => `${count} not there any more`,
  },
  run: {
    done: (count: string) => `${count} changed`,
    unchanged: (count: string) => `${count} so already`,
    refused: (count: string) => `${count} refused`,
    vanished: (count: string) => `${count} not there any more`,
  },
  undo: {
    done: (count: string) => `${count} taken back`,
    unchanged: (count: string) => `${count} so already`,
    refused: (count: string) => `${count} left as they are`,
    vanished: (count: string) => `${count} not there any more`,
  },
} as const

/** How the rows have gone, in one line: what there is none of is not said, but for what it is all about. */
export function tallyText(job: BulkJob): string {
  const { pass, tally } = passOf(job)
  const parts = (['done', 'unchanged', 'refused', 'vanished'] as const)
    .filter((outcome) => outcome === 'done' || tally[outcome] > 0)
    .map((outcome) => verbs[pass][outcome](formatCount(tally[outcome])))
  return `${parts.join(', ')}.`
}

/** How far it is, such as '400 of 1,204'. */
export const progressOf = (tally: BulkTally, of: number) => `${formatCount(throughOf(tally))} of ${formatCount(of)}`

const fieldWords: Record<string, string> = {
  basePrice: 'Base price',
  price: 'Price',
  minPrice: 'Min price',
  maxPrice: 'Max price',
  maxQuantity: 'Max quantity',
  status: 'Status',
}
const shownField = (name: string, value: string | number | null | undefined) => {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'string') return value
  return name === 'maxQuantity' ? formatCount(value) : formatMoney(value)
}

/** What a record was and is, or would be. */
export const changeText = ({ before, after }: BulkRow): string =>
  Object.entries(after ?? {})
    .map(
      ([name, value]) =>
        `${fieldWords[name] ?? name}: ${shownField(name, before?.[name])} → ${shownField(name, value)}`,
    )
    .join(' · ')

/** What is done, and how, such as 'Change prices of offers by +5 %'. */
export function jobTitle({ action, price, limits }: BulkJob): string {
  const what = bulkWords[action]
  if (limits) {
    const set = Object.entries(limits).map(([name, value]) => `${fieldWords[name] ?? name} ${shownField(name, value)}`)
    return `${what}: ${set.join(', ')}`
  }
  if (!price) return what
  if (price.kind === 'set') return `${what} to ${formatMoney(price.value)}`
  const signed = price.value > 0 ? '+' : '−'
  const size = Math.abs(price.value)
  return `${what} by ${signed}${price.kind === 'percent' ? `${formatCount(size)} %` : formatMoney(size)}`
}

/** What has become, or would become, of a row. */
export const outcomeWords: Readonly<Record<Pass, Readonly<Record<BulkOutcome, string>>>> = {
  check: { done: 'Changes', unchanged: 'So already', refused: 'Refused', vanished: 'Not there any more' },
  run: bulkOutcomeWords,
  undo: { done: 'Taken back', unchanged: 'So already', refused: 'Left as it is', vanished: 'Not there any more' },
}
export type Pass = 'check' | 'run' | 'undo'
