/** What a test number of the sandbox gateway does (PY-02). */
export type SandboxOutcome = 'succeeds' | 'declined' | 'insufficient_funds' | 'asks' | 'slow' | 'answer_lost'

/** The only card numbers that the sandbox gateway takes, with what each does. They are nobody's. */
export const testCards: readonly { number: string; outcome: SandboxOutcome; about: string }[] = [
  { number: '4242424242424242', outcome: 'succeeds', about: 'is paid' },
  { number: '4000000000000002', outcome: 'declined', about: 'is declined' },
  { number: '4000000000009995', outcome: 'insufficient_funds', about: 'has insufficient funds' },
  { number: '4000002500003155', outcome: 'asks', about: 'is asked by the bank' },
  { number: '4000000000000077', outcome: 'slow', about: 'is paid, slowly' },
  { number: '4000000000000119', outcome: 'answer_lost', about: 'is paid, and the answer is lost' },
]

const digitsOf = (typed: string) => typed.replaceAll(/\D/g, '')

/** What the card with the number does; undefined for a number that is no test number. */
export const outcomeOf = (typed: string): SandboxOutcome | undefined =>
  testCards.find(({ number }) => number === digitsOf(typed))?.outcome

/** Why a card can't be used here; a real one must never leave the page (PY-02). */
export const whyNotTestCard = (typed: string): string | undefined =>
  outcomeOf(typed) === undefined ? 'Only test card numbers work here, such as 4242 4242 4242 4242' : undefined
