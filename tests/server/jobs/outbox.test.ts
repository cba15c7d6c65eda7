import { expect, test } from 'vitest'
import { startOutboxWorker } from '../../../server/jobs/outbox'
import { passingSecrets } from '../../../server/secrets'

const options = {
  secrets: passingSecrets(),
  allowsPrivateSmtp: false,
  forgetDelivered: false,
  log: () => {},
  sendMail: () => Promise.resolve('kept' as const),
}
const payload = { to: 'nia@new.example', subject: 'Hello', text: '' }
const jobs = Array.from({ length: 5 }, (_, id) => ({ id, topic: 'mail', payload, attempts: 1, max_attempts: 3 }))

test('a stopped worker takes no more mails, however many are due', async () => {
  let isStopped = false
  let taken = 0
  const database = {
    tenant: () => Promise.reject(new Error('no organization has mails')),
    system: () => {
      if (isStopped) taken += 1
      // Without an end, whatever else is asked in between.
      return Promise.resolve(taken < 100 ? jobs : []) as Promise<never>
    },
  }
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const sendMail = () => {
    begin()
    return Promise.resolve('kept' as const)
  }
  const worker = startOutboxWorker({ ...options, database, sendMail })
  await begun
  isStopped = true
  await worker.stop()
  // What is in hand is still marked as delivered.
  expect(taken).toBeLessThanOrEqual(jobs.length)
})

test('a worker that is told of work while it looks for some looks for it a single time', async () => {
  const looks: (() => void)[] = []
  const tenant = () => Promise.reject(new Error('no organization has mails'))
  const database = { tenant, system: () => new Promise<never>((resolve) => looks.push(() => resolve([] as never))) }
  const worker = startOutboxWorker({ ...options, database, interval: 1 })
  looks[0]?.()
  await expect.poll(() => looks.length).toBe(2)
  worker.nudge()
  expect(looks).toHaveLength(2)
  const stopped = worker.stop()
  looks[1]?.()
  await stopped
})
