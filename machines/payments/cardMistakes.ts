import { whyNotTestCard } from '../rules/testCards'
import type { WrongFields } from './paymentSetup'

/** A card as it is typed. */
export interface TypedCard {
  cardNumber: string
  expiry: string
  securityCode: string
}

const given = (wrong: Record<string, string | undefined>): WrongFields =>
  // Only what is there is kept.
  Object.fromEntries(Object.entries(wrong).filter(([, message]) => message !== undefined)) as WrongFields

/** What is wrong with a card of the sandbox gateway, before anything of it leaves the page (PY-02). `today` is year and month, such as 2026-03. */
export const cardMistakes = ({ cardNumber, expiry, securityCode }: TypedCard, today: string): WrongFields =>
  given({
    cardNumber: cardNumber.trim() === '' ? 'Card number is required' : whyNotTestCard(cardNumber),
    expiry: expiryMistake(expiry.trim(), today),
    securityCode: /^\d{3,4}$/.test(securityCode.trim()) ? undefined : 'Security code must have 3 or 4 digits',
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
