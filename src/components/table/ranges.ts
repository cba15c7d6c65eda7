import { readNumber } from '../../../contract/forms/fields'
import type { TypedFilter } from './tableColumns'

function readAmount(typed: string): string | undefined {
  const value = readNumber(typed)
  return typeof value === 'number' && !Number.isNaN(value) ? `${value}` : undefined
}

/** An end of a range of days, by the name that the address and the request have for it. */
export const dayFilter = (name: string, label: string): TypedFilter => ({
  name,
  label,
  type: 'day',
  read: (typed) => typed || undefined,
})

/** An end of a range of amounts. */
export const amountFilter = (name: string, label: string): TypedFilter => ({
  name,
  label,
  type: 'amount',
  read: readAmount,
})
