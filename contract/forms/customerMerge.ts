import * as z from 'zod/mini'
import type { Address } from '../addresses'
import type { Customer } from '../customers'
import type { CustomerMerge } from '../extensions/customers'
import { cutText } from '../rules/cutText'

/** What is typed of a customer, and so chosen from one of two; nothing is an empty text. */
export interface MergedProfile {
  firstName: string
  lastName: string
  email: string
  phone: string
  shippingAddress: Record<keyof Address, string>
  note: string
}

/** Of which of two customers each field is; of a note it may be both. */
export type MergeChoices = { [Field in keyof CustomerMerge['keep']]-?: NonNullable<CustomerMerge['keep'][Field]> }
export type MergedField = keyof MergeChoices

const side = z.enum(['kept', 'other'])

/** The dialog that merges two customers (CU-04). */
export const mergeChoicesForm = z.object({
  name: side,
  email: side,
  phone: side,
  shippingAddress: side,
  note: z.enum(['kept', 'other', 'both']),
})

/** What moves with a customer who becomes a part of another. */
export interface Moved {
  orders: number
  calls: number
}

const longestNote = 5_000

export const profileOf = ({ firstName, lastName, email, phone, shippingAddress: address, note }: Customer) =>
  ({
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    email: email ?? '',
    phone: phone ?? '',
    shippingAddress: {
      address1: address?.address1 ?? '',
      address2: address?.address2 ?? '',
      city: address?.city ?? '',
      state: address?.state ?? '',
      postalCode: address?.postalCode ?? '',
      country: address?.country ?? '',
    },
    note: note ?? '',
  }) satisfies MergedProfile

/** The parts of a profile between which is chosen: a first name goes with its last name, a city with its street. */
const partsOf: { readonly [Field in MergedField]: readonly (keyof MergedProfile)[] } = {
  name: ['firstName', 'lastName'],
  email: ['email'],
  phone: ['phone'],
  shippingAddress: ['shippingAddress'],
  note: ['note'],
}
// Object.keys knows only strings; these are the names above.
export const mergedFields = Object.keys(partsOf) as MergedField[]

// A database may have put the lines of an address into another order.
const textsOf = (field: MergedField, profile: MergedProfile): string[] =>
  partsOf[field].flatMap((name) => {
    const part = profile[name]
    if (typeof part === 'string') return part
    return [part.address1, part.address2, part.city, part.state, part.postalCode, part.country]
  })
const isSamePart = (field: MergedField, one: MergedProfile, other: MergedProfile) =>
  JSON.stringify(textsOf(field, one)) === JSON.stringify(textsOf(field, other))
const isEmptyPart = (field: MergedField, profile: MergedProfile) => !textsOf(field, profile).some(Boolean)

/** A field of a customer in one line, as it is chosen by. */
export const shownPart = (field: MergedField, customer: Customer): string =>
  cutText(
    textsOf(field, profileOf(customer))
      .filter(Boolean)
      .join(field === 'name' ? ' ' : ', '),
    200,
  )

/** The fields that differ, which are those to choose for. */
export const differentFields = (kept: Customer, other: Customer): MergedField[] =>
  mergedFields.filter((field) => !isSamePart(field, profileOf(kept), profileOf(other)))

const bothNotes = (one: string, other: string) => `${one}\n\n${other}`

/**
 * What is chosen, and where nobody has chosen, what loses least: a field that only one of them has, and both notes while
 * they fit.
 */
export function mergeChoices(kept: Customer, other: Customer, keep: CustomerMerge['keep'] = {}): MergeChoices {
  const [mine, theirs] = [profileOf(kept), profileOf(other)]
  const side = (field: MergedField) =>
    isEmptyPart(field, mine) && !isEmptyPart(field, theirs) ? ('other' as const) : ('kept' as const)
  const hasTwoNotes = mine.note !== '' && theirs.note !== '' && mine.note !== theirs.note
  const isShort = bothNotes(mine.note, theirs.note).length <= longestNote
  return {
    name: keep.name ?? side('name'),
    email: keep.email ?? side('email'),
    phone: keep.phone ?? side('phone'),
    shippingAddress: keep.shippingAddress ?? side('shippingAddress'),
    note: keep.note ?? (hasTwoNotes && isShort ? 'both' : side('note')),
  }
}

/** What each field becomes (CU-04): the same for who looks at it before and for who does it. */
export function mergedProfile(kept: Customer, other: Customer, choices: MergeChoices): MergedProfile {
  const [mine, theirs] = [profileOf(kept), profileOf(other)]
  const merged = { ...mine }
  for (const field of mergedFields) {
    if (choices[field] === 'kept') continue
    for (const part of partsOf[field]) Object.assign(merged, { [part]: theirs[part] })
  }
  return choices.note === 'both' && mine.note && theirs.note && mine.note !== theirs.note
    ? { ...merged, note: bothNotes(mine.note, theirs.note) }
    : { ...merged, note: choices.note === 'both' ? mine.note || theirs.note : merged.note }
}

/** Why two customers can't become one in this way, by the field that it concerns. */
export function whyNotMerged(kept: Customer, other: Customer, choices: MergeChoices) {
  const { note } = mergedProfile(kept, other, choices)
  return note.length > longestNote
    ? {
        field: 'note' as const,
        message: 'The two notes together are longer than 5,000 characters. Choose one of them.',
      }
    : undefined
}

/**
 * What the fields of the one who was kept become when it is undone: what they were, but for those that somebody has
 * changed since then.
 */
export function unmergedProfile(now: Customer, before: MergedProfile, after: MergedProfile): MergedProfile {
  const current = profileOf(now)
  const undone = { ...current }
  for (const field of mergedFields) {
    if (isSamePart(field, before, after) || !isSamePart(field, current, after)) continue
    for (const part of partsOf[field]) Object.assign(undone, { [part]: before[part] })
  }
  return undone
}

const counted = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** What moves, in words: '3 orders and 1 call'. */
export const movedText = ({ orders, calls }: Moved): string =>
  `${counted(orders, 'order')} and ${counted(calls, 'call')}`
