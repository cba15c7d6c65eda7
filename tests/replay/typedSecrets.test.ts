import { describe, expect, test } from 'vitest'
import { TypedSecrets } from '../../machines/qa/record/typedSecrets'

/** What is left of a text, or of data, by itself. */
const hideAlone = <Data>(data: Data) => new TypedSecrets().hide(data).hidden

/** Types a text key by key, and tells what is kept of every step once all of it was typed. */
function typedInto(whole: string, before = ''): string[] {
  const secrets = new TypedSecrets()
  const steps = Array.from(whole, (_, at) => before + whole.slice(0, at + 1))
  const hide = (text: string) => secrets.hide(text).hidden
  return steps.map(hide).map(hide)
}

describe('what is typed key by key', () => {
  test('has no card numbers, wherever they are written; other long numbers stay', () => {
    expect(hideAlone(['4111 1111 1111 1111', 'paid with 5500-0000-0000-0004 today'])).toEqual([
      'REDACTED',
      'paid with REDACTED today',
    ])
    // An order number, a moment and a number that only looks like a card's.
    expect(hideAlone(['1763738400000', '4111111111111112', '2026-11-21T10:00:00Z'])).toEqual([
      '1763738400000',
      '4111111111111112',
      '2026-11-21T10:00:00Z',
    ])
  })
  test('has nothing of a card in the end, nor of the code beside it', () => {
    for (const [whole, before] of [
      ['4111 1111 1111 1111 exp 12/28 cvc 987', 'Card: '],
      ['5500-0000-0000-0004 123', ''],
      ['4111111111111111737', 'Paid by '],
      ['737 4111111111111111', ''],
      ['378282246310005 1234', 'Amex '],
    ] as const) {
      const kept = typedInto(whole, before)
      const digits = whole.replaceAll(/\D/g, '')
      // The first four say which bank it is of, and are in the numbers of millions.
      for (const step of kept) {
        const left = step.replaceAll(/\D/g, '').replaceAll(/^0+|0+$/g, '')
        expect({ whole, step, isHidden: left.length < 5 && !(left.length > 2 && digits.endsWith(left)) }).toEqual({
          whole,
          step,
          isHidden: true,
        })
      }
      expect(kept.at(-1)?.startsWith(before)).toBe(true)
    }
  })
  test('stays where it is no secret: telephone numbers, amounts, dates, and the cards of tests', () => {
    for (const whole of ['+1 415 555 0134', '1234.56', '2026-11-26', '4242 4242 4242 4242', 'https://a.example/b:c']) {
      expect(typedInto(whole)).toEqual(Array.from(whole, (_, at) => whole.slice(0, at + 1)))
    }
  })
  test('has nothing of a password in an address in the end', () => {
    const kept = typedInto('https://ada:hunter22@shop.example/feed', 'See ')
    expect(kept.at(-1)).toBe('See https://ada:REDACTED@shop.example/feed')
    expect(kept.filter((step) => /:h/.test(step.replace('https:', '')))).toEqual([])
    const withColon = typedInto('https://ada:hun:ter22@shop.example')
    expect(withColon.filter((step) => step.includes('ada:h'))).toEqual([])
  })
  test('is gone of what is given at once, too, wherever it stands before the whole', () => {
    const whole = '4111 1111 1111 1111'
    const steps = Array.from(whole, (_, at) => whole.slice(0, at + 1))
    expect(hideAlone(steps).filter((step) => /1 1/.test(step))).toEqual([])
    expect(hideAlone(steps).at(-1)).toBe('REDACTED')
  })
  test('stays as it is hidden when it is kept again', () => {
    const secrets = new TypedSecrets()
    for (const text of ['4111 1111 1111 1111 987', 'https://ada:hunter22@shop.example']) {
      const { hidden } = secrets.hide(text)
      expect(secrets.hide(hidden)).toEqual({ hidden, isNews: false })
    }
  })
})
