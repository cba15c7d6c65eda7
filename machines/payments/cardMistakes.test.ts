import { expect, test } from 'vitest'
import { brandOf, cardMistakes, codeMistakes, fieldsInFull, groupedNumber, tidyCard } from './cardMistakes'

const right = { cardNumber: '4242424242424242', expiry: '12/40', securityCode: '123' }

test.each(['4242 4242 4242 4242', '4242-4242-4242-4242', ' 4242\u00a04242\u00a04242\u00a04242 ', '4242424242424242'])(
  'PY-02 a card number is sent as its digits, however it is grouped: %s',
  (cardNumber) => {
    expect(tidyCard({ ...right, cardNumber })).toEqual(right)
  },
)

test.each(['12/40', '1240', '12 / 40', '12/2040', '122040', ' 12-40 ', '12.40'])(
  'PY-02 a month is understood as it is printed, typed and filled in: %s',
  (expiry) => {
    expect(tidyCard({ ...right, expiry }).expiry).toBe('12/40')
  },
)

test('PY-02 what can be read in no way is told at its field, and nothing of a real card is right', () => {
  expect(tidyCard({ ...right, expiry: '1/30' }).expiry).toBe('01/30')
  expect(tidyCard({ ...right, expiry: '1220' }).expiry).toBe('12/20')
  const typed = { cardNumber: '4111 1111 1111 1111', expiry: '13/40', securityCode: '12a' }
  expect(cardMistakes(tidyCard(typed), '2026-03')).toEqual({
    cardNumber: 'Only test card numbers work here, such as 4242 4242 4242 4242',
    expiry: 'Expiry must be a month and a year: MM/YY',
    securityCode: 'Security code must have 3 or 4 digits',
  })
  expect(cardMistakes(tidyCard({ ...right, cardNumber: ' - ', expiry: '0226' }), '2026-03')).toEqual({
    cardNumber: 'Card number is required',
    expiry: 'This card has expired',
  })
  expect(cardMistakes(right, '2040-12')).toEqual({})
})

test('NO-06 a code and four digits are asked for', () => {
  expect(codeMistakes({ payCode: '', phoneDigits: '017' })).toEqual({
    payCode: 'Type the code that you were told',
    phoneDigits: 'Type the last four digits of your phone number',
  })
  expect(codeMistakes({ payCode: 'abcd efgh', phoneDigits: ' 0117 ' })).toEqual({})
})

test.each([
  ['4242', 'Visa'],
  ['5555 5555', 'Mastercard'],
  ['2221 00', 'Mastercard'],
  ['2720 99', 'Mastercard'],
  ['3782 8', 'American Express'],
  ['6011', 'Discover'],
  ['2220', undefined],
  ['', undefined],
])('PY-06 %s is told as the card of %s', (typed, brand) => {
  expect(brandOf(typed)).toBe(brand)
})

test('PY-06 digits stand in groups of four, and the caret stays at the digit where it was', () => {
  expect(groupedNumber('4242424', 7)).toEqual({ text: '4242 424', caret: 8 })
  expect(groupedNumber('42429 4242', 5)).toEqual({ text: '4242 9424 2', caret: 6 })
  expect(groupedNumber('4242-4242', 4)).toEqual({ text: '4242 4242', caret: 5 })
  expect(groupedNumber('4242 4242', 9)).toEqual({ text: '4242 4242', caret: 9 })
  expect(groupedNumber('', 0)).toEqual({ text: '', caret: 0 })
  expect(groupedNumber('card', 2)).toEqual({ text: '', caret: 0 })
})

test('PY-06 a field is judged as soon as it is typed in full', () => {
  expect(fieldsInFull({ cardNumber: '424242424242424', expiry: '12/4', securityCode: '12' })).toEqual([])
  expect(fieldsInFull(right)).toEqual(['cardNumber', 'expiry', 'securityCode'])
  expect(fieldsInFull({ ...right, cardNumber: '378282246310005' })).toContain('cardNumber')
})
