import { type Amount, amountOf } from './amounts'

/**
 * What can be done with many records of a list at once: the list that they are chosen in, the single action that is done with
 * each, whose right is asked for; and what takes it back, where that is safe (WF-03).
 */
export const bulkActions = {
  'offers.price': { list: 'offers', single: 'offers.update', undo: 'offers.update' },
  'offers.limits': { list: 'offers', single: 'offers.update', undo: 'offers.update' },
  'offers.delete': { list: 'offers', single: 'offers.delete', undo: 'offers.restore' },
  'products.price': { list: 'products', single: 'products.update', undo: 'products.update' },
  'products.archive': { list: 'products', single: 'products.archive', undo: 'products.restore' },
  'products.restore': { list: 'products', single: 'products.restore', undo: 'products.archive' },
  'customers.delete': { list: 'customers', single: 'customers.delete', undo: 'customers.restore' },
  // Customers are told of what was sent: nothing takes that back.
  'fulfilments.ship': { list: 'fulfillments', single: 'fulfilments.ship', undo: undefined },
  'fulfilments.deliver': { list: 'fulfillments', single: 'fulfilments.deliver', undo: undefined },
} as const satisfies Record<string, { list: string; single: string; undo: string | undefined }>
export type BulkAction = keyof typeof bulkActions
// Object.keys knows only strings.
export const bulkActionNames = Object.keys(bulkActions) as [BulkAction, ...BulkAction[]]
export type BulkList = (typeof bulkActions)[BulkAction]['list']
/** What is done with one of the records, there and back. */
export type SingleAction =
  | (typeof bulkActions)[BulkAction]['single']
  | NonNullable<(typeof bulkActions)[BulkAction]['undo']>

export const priceActions: ReadonlySet<BulkAction> = new Set(['offers.price', 'products.price'])

/** Most records of one job. */
export const maxBulkRows = 100_000
/** Most that are named one by one. */
export const maxBulkIds = 1_000

/** How a price is changed: to an amount, or by an amount or a percentage, of which either may have a minus. */
export interface PriceChange {
  kind: 'set' | 'amount' | 'percent'
  /** Major units, or percent. */
  value: number
}

const priceMistakes: Readonly<Record<PriceChange['kind'], (value: number | undefined) => string | undefined>> = {
  set: (value) => (value === undefined || value < 0 ? 'A price is required and must be zero or greater' : undefined),
  amount: (value) => (value ? undefined : 'An amount is required, with a minus to lower prices'),
  percent: (value) =>
    value === undefined || value === 0 || value <= -100
      ? 'A percentage is required, with a minus to lower prices, and above -100'
      : undefined,
}

/** Why no price is changed so, in one sentence (WF-03); undefined when it can be. */
export const whyNotPriceChange = ({ kind, value }: { kind: PriceChange['kind']; value?: number | undefined }) =>
  priceMistakes[kind](value)

/** What a price becomes; whether it may be that, the record's own rules say. */
export function changedPrice(before: Amount, { kind, value }: PriceChange): Amount {
  switch (kind) {
    case 'set':
      return amountOf(value)
    case 'amount':
      return before + amountOf(value)
    case 'percent':
      // Hundredths of a percent, as floating point would round some halves down.
      return Math.round((before * (10_000 + Math.round(value * 100))) / 10_000)
  }
}

/** Where a job is: its rows are tried, it waits for a yes, or it is done, or taken back. */
export const bulkStates = ['checking', 'checked', 'running', 'done', 'cancelled', 'undoing', 'undone'] as const
export type BulkState = (typeof bulkStates)[number]

/** What became of a row: changed, so already, refused by what the single action says, or not there any more. */
export const bulkOutcomes = ['done', 'unchanged', 'refused', 'vanished'] as const
export type BulkOutcome = (typeof bulkOutcomes)[number]

export type BulkTally = Record<BulkOutcome, number>

/** What is done with the rows of a job, one after the other: they are tried, changed, and taken back. */
export type BulkPass = 'check' | 'run' | 'undo'

interface Begun {
  startedAt?: string | Date | null | undefined
  undoUserName?: string | null | undefined
}
/** Which pass a job shows: of one that was never begun its trial, of one that was taken back its undoing. */
export function shownPass({ startedAt = null, undoUserName = null }: Begun): BulkPass {
  if (startedAt === null) return 'check'
  // Somebody without a name may take it back, too.
  return undoUserName === null ? 'run' : 'undo'
}

/** How many rows are through. */
export const throughOf = ({ done, unchanged, refused, vanished }: BulkTally): number =>
  done + unchanged + refused + vanished

interface Steps {
  state: BulkState
  action: BulkAction
  /** Rows that were changed. */
  changed: number
  /** Whether the day is over in which it can be undone. */
  isOld: boolean
}

/** Why a job can't be begun, cancelled or undone now, in one sentence (GE-05); undefined when it can. */
export function whyNotBulk(step: 'start' | 'cancel' | 'undo', { state, action, changed, isOld }: Steps) {
  if (step === 'start') return state === 'checking' || state === 'checked' ? undefined : 'It has been begun already.'
  if (step === 'cancel') {
    return ['checking', 'checked', 'running', 'undoing'].includes(state) ? undefined : 'It is over already.'
  }
  if (bulkActions[action].undo === undefined) return 'This can not be undone: customers have been told.'
  if (state === 'undoing' || state === 'undone') return 'It has been undone already.'
  if (state !== 'done' && state !== 'cancelled') return 'It is not over yet.'
  if (changed === 0) return 'Nothing was changed.'
  return isOld ? 'It can be undone for a day, and this one is older.' : undefined
}

/** Why the rest of a job is refused when whoever began it is out (WF-03). */
export const noMember = 'Whoever began this does not belong to the organization any more.'
