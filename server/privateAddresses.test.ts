import { expect, test } from 'vitest'
import { isPrivateAddress } from './privateAddresses'

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.31.0.1', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['169.254.169.254', true],
  ['100.64.0.1', true],
  ['0.0.0.0', true],
  ['8.8.8.8', false],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:8.8.8.8', false],
  ['fd00::1', true],
  ['fe80::1', true],
  ['::ffff:7f00:1', true],
  ['0:0:0:0:0:ffff:c0a8:101', true],
  ['::127.0.0.1', true],
  ['2002:7f00:1::1', true],
  ['64:ff9b::a9fe:a9fe', true],
  ['fec0::1', true],
  ['2606:4700::1111', false],
  ['2001:4860:4860::8888', false],
])('ML-03 WH-01 whether %s is within a network of its own: %s', (address, is) =>
  expect(isPrivateAddress(address)).toBe(is),
)
