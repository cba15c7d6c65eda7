import type { BulkJob, BulkRow } from '../extensions/bulkJobs'
import { bulkOutcomeWords, bulkWords } from '../lists/bulkJobs'
import { type BulkOutcome, type BulkPass, type BulkTally, shownPass } from './bulkJobs'

/** Which of its passes a job shows, how it has gone so far, and of how many. */
export function passOf(job: BulkJob): { pass: BulkPass; tally: BulkTally; of: number } {
  const { checked, ran, undone, total } = job
  const pass = shownPass(job)
  return { pass, tally: { check: checked, run: ran, undo: undone }[pass], of: pass === 'undo' ? ran.done : total }
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
export function tallyText(job: BulkJob, counted: (count: number) => string): string {
  const { pass, tally } = passOf(job)
  const parts = (['done', 'unchanged', 'refused', 'vanished'] as const)
    .filter((outcome) => outcome === 'done' || tally[outcome] > 0)
    .map((outcome) => verbs[pass][outcome](counted(tally[outcome])))
  return `${parts.join(', ')}.`
}

const fieldWords: Readonly<Record<string, string>> = {
  basePrice: 'Base price',
  price: 'Price',
  minPrice: 'Min price',
  maxPrice: 'Max price',
  maxQuantity: 'Max quantity',
  status: 'Status',
}
/** What a field of a record is called where it is told what was changed. */
const fieldWord = (name: string): string => fieldWords[name] ?? name

const places = Object.keys(fieldWords)
/** Fields in one order, whichever they are told in. */
const inOrder = <Value>(fields: Readonly<Record<string, Value>>): [name: string, value: Value][] =>
  Object.entries(fields).toSorted(([one], [other]) => places.indexOf(one) - places.indexOf(other))

/** How a screen or a file writes numbers: amounts are in major units. */
export interface Written {
  count: (value: number) => string
  amount: (value: number) => string
}

function fieldText(name: string, value: string | number | null | undefined, { count, amount }: Written): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'string') return value
  return name === 'maxQuantity' ? count(value) : amount(value)
}

/** What a record was and is, or would be. */
export const changeText = ({ before, after }: BulkRow, written: Written): string =>
  inOrder(after ?? {})
    .map(
      ([name, value]) =>
        `${fieldWord(name)}: ${fieldText(name, before?.[name], written)} → ${fieldText(name, value, written)}`,
    )
    .join(' · ')

/** What is done, and how, such as 'Change prices of offers by +5 %'. */
export function jobTitle({ action, price, limits }: BulkJob, written: Written): string {
  const what = bulkWords[action]
  if (limits) {
    const set = inOrder(limits).map(([name, value]) => `${fieldWord(name)} ${fieldText(name, value, written)}`)
    return `${what}: ${set.join(', ')}`
  }
  if (!price) return what
  if (price.kind === 'set') return `${what} to ${written.amount(price.value)}`
  const signed = price.value > 0 ? '+' : '−'
  const size = Math.abs(price.value)
  return `${what} by ${signed}${price.kind === 'percent' ? `${written.count(size)} %` : written.amount(size)}`
}

/** What is said of a row that no pass has come to yet. */
export const waitingWord = 'Waits'

/** What has become, or would become, of a row. */
export const outcomeWords: Readonly<Record<BulkPass, Readonly<Record<BulkOutcome, string>>>> = {
  check: { done: 'Changes', unchanged: 'So already', refused: 'Refused', vanished: 'Not there any more' },
  run: bulkOutcomeWords,
  undo: { done: 'Taken back', unchanged: 'So already', refused: 'Left as it is', vanished: 'Not there any more' },
}
