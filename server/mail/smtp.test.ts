import { expect, test } from 'vitest'
import { MailRefused, sendBySmtp, verifySmtp } from './smtp'

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
