import { describe, expect, test } from 'vitest'
import { RequestError } from '../../contract/client/errors'
import { kept, keptAddress, keptPath, standIn } from '../../machines/qa/record/keep'
import { TypedSecrets } from '../../machines/qa/record/typedSecrets'

describe('a stand-in', () => {
  test('is as good a password as the secret, and says nothing of it', () => {
    expect(standIn('')).toBe('')
    expect(standIn('abc')).toBe('RED')
    expect(standIn('correct horse')).toBe('REDACTED')
    expect(standIn('x'.repeat(129))).toHaveLength(129)
  })
  test('stays what it is when it is kept again', () => {
    for (const secret of ['', 'abc', 'correct horse', 'x'.repeat(200)]) {
      expect(standIn(standIn(secret))).toBe(standIn(secret))
    }
  })
})

describe('what is kept', () => {
  test('has a stand-in for every secret, however deep, and shares the rest', () => {
    const rows = [{ id: 'a' }]
    const recoveryCodes = ['H7QK2M-9TXC4V', '492039']
    const form = { values: { email: 'a@b.example', password: 'hunter2hunter2' } }
    const value = { form, rows, token: 'tkn_12345', recoveryCodes }
    expect(kept(value)).toEqual({
      form: { values: { email: 'a@b.example', password: 'REDACTED' } },
      rows: [{ id: 'a' }],
      token: 'REDACTED',
      recoveryCodes: ['REDACTED', '000000'],
    })
    expect((kept(value) as typeof value).rows).toBe(rows)
    const plain = { a: [1, { b: 'c' }] }
    expect(kept(plain)).toBe(plain)
  })
  test('has nothing of a card but the number of one that is nobody’s', () => {
    const card = { cardNumber: '4111111111111111', expiry: '12/40', securityCode: '987' }
    const wrong = { expiry: 'The card has expired' }
    expect(kept({ card, wrong })).toEqual({
      card: { cardNumber: '0000000000000000', expiry: '00/00', securityCode: '000' },
      wrong,
    })
  })
  test('is JSON, whatever it was', () => {
    const cyclic: Record<string, unknown> = { name: 'a' }
    cyclic['self'] = cyclic
    expect(kept(cyclic)).toEqual({ name: 'a', self: { $cycle: true } })
    expect(kept({ f: () => 1, s: Symbol('s'), m: new Map(), n: null })).toEqual({ m: { $type: 'Map' }, n: null })
    const error = new RequestError('no', { endpoint: 'GET /x', status: 401, body: { token: 'abcdefghi' } })
    expect(kept({ error })).toEqual({
      error: {
        $error: { name: 'RequestError', message: 'no', endpoint: 'GET /x', status: 401, body: { token: 'REDACTED' } },
      },
    })
  })
  test('has no secret in an address', () => {
    expect(keptAddress('/pay/tok-open')).toBe('/pay/REDACTED')
    expect(keptAddress('/auth?token=mail-token&mode=reset')).toBe('/auth?token=REDACTED&mode=reset')
    expect(keptAddress('/campaigns/cmp_1?tab=offers')).toBe('/campaigns/cmp_1?tab=offers')
    expect(keptPath('/api/v1/orders/token/:token', '/api/v1/orders/token/tok-open')).toBe(
      '/api/v1/orders/token/REDACTED',
    )
    expect(keptPath('/api/v1/offers/:offerId', '/api/v1/offers/off_1')).toBe('/api/v1/offers/off_1')
  })
})

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
