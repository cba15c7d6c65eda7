import { whyNotTestCard } from '../../contract/rules/testCards'
import type { WrongFields } from './paymentSetup'

/** A card as it is typed. */
export interface TypedCard {
  cardNumber: string
  expiry: string
  securityCode: string
}

/**
 * A card as it is sent: numbers come with blanks and dashes, and months as 1240, 12 / 40 or 12/2040, from where they were
 * copied or kept. What can't be read stays as it is, for its message.
 */
export const tidyCard = ({ cardNumber, expiry, securityCode }: TypedCard): TypedCard => ({
  cardNumber: cardNumber.replaceAll(/[\s-]/g, ''),
  expiry: expiry
    .trim()
    .replace(
      /^(\d{1,2})\s*[/.-]?\s*(?:20)?(\d{2})$/,
      (_, month: string, year: string) => `${month.padStart(2, '0')}/${year}`,
    ),
  securityCode: securityCode.trim(),
})

const brands: readonly [brand: string, digits: RegExp][] = [
  ['Visa', /^4/],
  ['Mastercard', /^(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/],
  ['American Express', /^3[47]/],
  ['Discover', /^6(?:011|4[4-9]|5)/],
]

/** Whose card it is, as far as its first digits say. */
export const brandOf = (typed: string): string | undefined =>
  brands.find(([, digits]) => digits.test(typed.replaceAll(/\D/g, '')))?.[0]

/** A card number in groups of four, as it stands on cards, and where in it the caret is then. */
export function groupedNumber(typed: string, caret: number): { text: string; caret: number } {
  const group = (text: string) =>
    text
      .replaceAll(/\D/g, '')
      .slice(0, 19)
      .replaceAll(/(\d{4})(?=\d)/g, '$1 ')
  const before = group(typed.slice(0, caret))
  const text = group(typed)
  // At the end of a group the next digit comes behind the blank.
  return { text, caret: before.length + (text[before.length] === ' ' && before.length > 0 ? 1 : 0) }
}

/** The fields that are typed in full, which can be judged before the whole is sent. */
export const fieldsInFull = ({ cardNumber, expiry, securityCode }: TypedCard): string[] => [
  ...(cardNumber.length >= (brandOf(cardNumber) === 'American Express' ? 15 : 16) ? ['cardNumber'] : []),
  ...(/^\d{2}\/\d{2}$/.test(expiry) ? ['expiry'] : []),
  ...(securityCode.length >= 3 ? ['securityCode'] : []),
]

const given = (wrong: Record<string, string | undefined>): WrongFields =>
  // Only what is there is kept.
  Object.fromEntries(Object.entries(wrong).filter(([, message]) => message !== undefined)) as WrongFields

/** What is wrong with a tidy card of the sandbox gateway, before anything of it leaves the page (PY-02). `today` is year and month, such as 2026-03. */
export const cardMistakes = ({ cardNumber, expiry, securityCode }: TypedCard, today: string): WrongFields =>
  given({
    cardNumber: cardNumber === '' ? 'Card number is required' : whyNotTestCard(cardNumber),
    expiry: expiryMistake(expiry, today),
    securityCode: /^\d{3,4}$/.test(securityCode) ? undefined : 'Security code must have 3 or 4 digits',
  })

function expiryMistake(expiry: string, today: string): string | undefined {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(expiry) ?? []
  if (month === undefined) return 'Expiry must be a month and a year: MM/YY'
  return `20${year}-${month}` < today ? 'This card has expired' : undefined
}

/** What is wrong with a code to pay by, and the digits that go with it (NO-06). */
export const codeMistakes = ({ payCode, phoneDigits }: { payCode: string; phoneDigits: string }): WrongFields =>
  given({
    payCode: payCode.trim() === '' ? 'Type the code that you were told' : undefined,
    phoneDigits: /^\d{4}$/.test(phoneDigits.trim()) ? undefined : 'Type the last four digits of your phone number',
  })
