import { expect, test } from 'vitest'
import { carrierName, carrierNames, carrierOf, trackingNumberOf, trackingPage, trackingShape } from './carriers'

test.each([
  ['1Z999AA10123456784', 'UPS'],
  ['1z 999 aa1 01 2345 6784', 'UPS'],
  ['9400111899223197428490', 'USPS'],
  ['420787049400111899223197428490', 'USPS'],
  ['EC000000000US', 'USPS'],
  ['123456789012', 'FedEx'],
  ['961234567890123456789012', undefined],
  ['9612345678901234567890', 'FedEx'],
  ['1234567890', 'DHL'],
  ['JJD01234567890123456', 'DHL'],
  ['00340434161094015902', 'DHL'],
  ['RR123456789DE', 'DHL'],
  ['AB123456789GB', 'Royal Mail'],
  ['7023210039414604', 'Canada Post'],
  ['RR123456789SE', 'PostNord'],
  ['01234567890123', 'DPD'],
  ['12345678901', 'GLS'],
  ['WHATEVER-1', undefined],
  ['', undefined],
])('FU-01 the carrier of %s is guessed from its shape: %s', (number, carrier) => {
  expect(carrierOf(number)).toBe(carrier)
})

test('FU-01 a number is kept without what people group it by, and one that is none is known', () => {
  expect(trackingNumberOf(' 1z 999\taa1 ')).toBe('1Z999AA1')
  expect(trackingShape.test('1Z999AA10123456784')).toBe(true)
  for (const bad of ['', 'AB', '-ABCD', 'A'.repeat(61), '<SCRIPT>', 'ÄÖÜ1234'])
    expect(trackingShape.test(bad)).toBe(false)
})

test('FU-01 a carrier has one name, however it was written, and an unknown one keeps its own', () => {
  expect(carrierName('fed-ex')).toBe('FedEx')
  expect(carrierName(' canada post ')).toBe('Canada Post')
  expect(carrierName(' Bike courier ')).toBe('Bike courier')
})

test('FU-01 tracking numbers lead to the page of their carrier, over https and to no other place', () => {
  for (const carrier of carrierNames) {
    const page = new URL(trackingPage(carrier, 'A"B&c=1#/../x') ?? '')
    expect(page.protocol).toBe('https:')
    expect(page.href).not.toContain('"')
    expect(page.host).toBe(new URL(trackingPage(carrier, '1') ?? '').host)
  }
  expect(trackingPage('ups', '1Z999AA10123456784')).toBe('https://www.ups.com/track?tracknum=1Z999AA10123456784')
  expect(trackingPage('javascript:alert(1)', '1')).toBeUndefined()
  expect(trackingPage(null, '1')).toBeUndefined()
  expect(trackingPage('UPS', '')).toBeUndefined()
})
