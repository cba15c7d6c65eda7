import { expect, test } from 'vitest'
import { triedForHours, waitBeforeTry, whyNoWebhookAddress } from './webhooks'

test('WH-01 a message is tried at once, then ever more rarely, and the last time after three days', () => {
  const last = triedForHours * 3_600
  const moments = [0]
  for (let wait = waitBeforeTry(1, last); wait !== undefined;) {
    const at = (moments.at(-1) ?? 0) + wait
    moments.push(at)
    wait = waitBeforeTry(moments.length, last - at)
  }
  expect(moments.map((at) => Math.round(at / 360) / 10)).toEqual([0, 0, 0.1, 0.6, 2.6, 7.6, 17.6, 31.6, 51.6, 72])
  expect(moments.at(-1)).toBe(last)
})

test('WH-01 however often a message has failed, it waits no longer than a day, and never past its end', () => {
  expect(waitBeforeTry(50, 10 ** 6)).toBe(24 * 3_600)
  expect(waitBeforeTry(50, 12)).toBe(12)
  expect(waitBeforeTry(1, 0)).toBeUndefined()
  expect(waitBeforeTry(1, -5)).toBeUndefined()
})

test.each([
  ['https://example.com/offerdesk?key=1', undefined],
  ['HTTPS://EXAMPLE.COM:8443', undefined],
  ['example.com', 'Must be an https address such as https://example.com/offerdesk'],
  ['ftp://example.com', 'Must be an https address such as https://example.com/offerdesk'],
  ['https://', 'Must be an https address such as https://example.com/offerdesk'],
  ['https://mira:secret@example.com', 'A name and a password can not stand in the address.'],
  ['https://example.com/#orders', 'What follows # in an address is sent nowhere.'],
])('WH-01 of %s it is said whether others can be told there', (address, why) => {
  expect(whyNoWebhookAddress(address)).toBe(why)
})
