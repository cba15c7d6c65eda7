import { describe, expect, test } from 'vitest'
import { RequestError } from '../../contract/client/errors'
import { kept, keptAddress, keptPath, standIn } from '../../machines/qa/record/keep'

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
