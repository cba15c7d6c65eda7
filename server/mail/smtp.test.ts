import { expect, test } from 'vitest'
import { isPrivateAddress, MailRefused, sendBySmtp, verifySmtp } from './smtp'

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
  ['2606:4700::1111', false],
])('ML-03 whether %s is within a network of its own: %s', (address, is) => expect(isPrivateAddress(address)).toBe(is))

const server = { host: '127.0.0.1', port: 1, security: 'none', user: '', password: '' } as const
const mail = { from: 'a@b.example', to: 'c@d.example', subject: 's', html: '', text: '', messageId: '<1@offerdesk>' }

test('ML-03 no server of a private network is connected to unless that is allowed; one that is down is tried again', async () => {
  const inward = { isLasting: true, message: expect.stringContaining('private network') }
  await expect(verifySmtp(server, false)).rejects.toMatchObject(inward)
  await expect(sendBySmtp({ ...server, host: 'localhost' }, mail, false)).rejects.toMatchObject(inward)
  const down: unknown = await sendBySmtp(server, mail, true).catch((error: unknown) => error)
  expect(down).toBeInstanceOf(MailRefused)
  expect(down).toMatchObject({ isLasting: false, message: expect.stringContaining('ECONNREFUSED') })
})
