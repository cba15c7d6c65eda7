import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { eq } from 'drizzle-orm'
import { organizations } from '../db/schema/organizations'
import type { Transaction } from '../db/transactions'

/** What a phone number is found by, beside the way that it was typed. */
export interface PhoneForms {
  /** Null for what can't be a number anywhere, which is kept as it was typed. */
  phoneE164: string | null
  /** The digits of its other spellings, of E.164 and as it is dialled within its country; never null once it was read. */
  phoneSpellings: string
}

const nothing: PhoneForms = { phoneE164: null, phoneSpellings: '' }

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** Where a number without a country's code is: the first that is a country. */
function countryOf(candidates: readonly (string | null | undefined)[]) {
  const names = candidates.map((name) => name?.toUpperCase() ?? '')
  return names.find((name): name is CountryCode => isSupportedCountry(name))
}

/**
 * Reads a number as somebody in the customer's country would, or else in the organization's, which is the one of its
 * currency: the first two letters of ISO 4217 are a country's, or nobody's as of the euro.
 */
export function phoneForms(
  typed: string | null | undefined,
  country: string | null | undefined,
  currency: string,
): PhoneForms {
  if (!typed) return nothing
  const defaultCountry = countryOf([country, currency.slice(0, 2)])
  const number = parsePhoneNumberFromString(typed, { extract: false, ...(defaultCountry && { defaultCountry }) })
  if (!number?.isPossible()) return nothing
  const known = [typed, number.number].map(digitsOf)
  // What is a part of another spelling is found by that one.
  const spellings = [number.number, number.formatNational()]
    .map(digitsOf)
    .filter((digits) => !known.some((other) => other !== digits && other.includes(digits)) && digits !== known[0])
  return { phoneE164: number.number, phoneSpellings: spellings.join(' ') }
}

/** Which country a number in its international spelling is from. */
export const countryOfNumber = (phone: string | null): string | null =>
  (phone === null ? undefined : parsePhoneNumberFromString(phone, { extract: false }))?.country ?? null

/** Which currency the organization sells in. */
export async function currencyOf(tx: Transaction, orgId: string): Promise<string> {
  const [own] = await tx
    .select({ currency: organizations.currency })
    .from(organizations)
    .where(eq(organizations.id, orgId))
  return own?.currency ?? ''
}
