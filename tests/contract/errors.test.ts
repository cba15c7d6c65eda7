import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  errorMessage,
  isUnanswered,
  isUnauthorized,
  noAnswer,
  RequestError,
  serverMessage,
} from '../../contract/client/errors'
import { isFieldRefused } from '../../contract/client/refusedFields'
import { currentRecord } from '../../contract/versions'

const refused = (body: unknown, message = 'Request failed with status code 500') =>
  new RequestError(message, { endpoint: 'GET /x', status: 500, body })

test.each([
  ['the message of the error object', refused({ error: { message: 'inner' }, message: 'outer' }), 'inner'],
  ['a string message', refused({ error: { message: 7 }, message: 'outer' }), 'outer'],
  ['the message of the request', refused({ message: { text: 'outer' } }), 'Request failed with status code 500'],
  ['a fall-back for a request without one', refused(null, ''), 'An unknown error occurred.'],
  ['the message of a plain error', new Error('Offer ID is required'), 'Offer ID is required'],
  ['a fall-back for anything else', { message: 'not an error' }, 'An unexpected error occurred.'],
])('ER-01 %s', (_, error, message) => {
  expect(errorMessage(error)).toBe(message)
})

test('GE-16 what a browser or a library says of its own errors is shown to nobody', () => {
  expect(errorMessage(new DOMException('aborted', 'AbortError'))).toBe('An unexpected error occurred.')
  // A server that does not deliver the code of a call does not answer it either.
  expect(errorMessage(new TypeError('Failed to fetch dynamically imported module: x'))).toBe(noAnswer)
})

test('GE-16 what was not answered, or not by the backend, may have been done; what was refused was not', () => {
  const answered = (status: number) => new RequestError('', { endpoint: 'POST /x', status })
  for (const error of [new RequestError('', { endpoint: 'POST /x' }), answered(502), answered(503), answered(504)])
    expect(isUnanswered(error)).toBe(true)
  for (const error of [answered(401), answered(409), answered(500), answered(200), new Error('own')])
    expect(isUnanswered(error)).toBe(false)
})

test('ER-01 no body, however hostile, makes it throw or answer nothing', () => {
  fc.assert(
    fc.property(fc.anything(), (body) => {
      expect(errorMessage(refused(body))).toEqual(expect.stringMatching(/./))
    }),
  )
})

test('SE-10 EM-06 only what the backend itself said counts as its words', () => {
  expect(serverMessage(refused({}))).toBeUndefined()
  expect(serverMessage(new Error('own'))).toBeUndefined()
  expect(serverMessage(refused({ message: 'its own' }))).toBe('its own')
})

test('SE-13 a refused token is told from other refusals', () => {
  expect(isUnauthorized(new RequestError('', { endpoint: 'GET /x', status: 401 }))).toBe(true)
  expect(isUnauthorized(refused({}))).toBe(false)
})

test('GE-09 the refusal of an outdated change says how the record is now; no other error does', () => {
  const answered = (status: number, details: unknown) =>
    new RequestError('refused', { endpoint: 'PUT /api/v1/offers/:offerId', status, body: { error: { details } } })
  expect(currentRecord(answered(409, { current: { id: 'o', version: 3 } }))).toEqual({ id: 'o', version: 3 })
  for (const other of [
    answered(409, []),
    answered(422, { current: {} }),
    answered(409, undefined),
    new Error('x'),
    null,
  ]) {
    expect(currentRecord(other)).toBeUndefined()
  }
})

test('SE-09 a refusal names the fields that it is about', () => {
  const error = refused({ error: { details: [{ path: 'body.password', message: 'Too common' }] } })
  expect([isFieldRefused(error, 'password'), isFieldRefused(error, 'token')]).toEqual([true, false])
  for (const other of [refused({ error: { details: { current: {} } } }), refused(null), new Error('x')]) {
    expect(isFieldRefused(other, 'password')).toBe(false)
  }
})
