import { afterAll, beforeAll, expect, test } from 'vitest'
import { check } from '../../contract/conformance/check'
import { type MinimalServer, start } from './minimalServer'
import { everyWay } from '../everyWay'

let server: MinimalServer
beforeAll(async () => {
  server = await start()
})
afterAll(() => server.stop())

test.each(everyWay ? [1, 2] : [1])(
  'a server from the specification alone passes the core level (seed %i)',
  async (seed) => {
    const { url, email, password, secondEmail, secondPassword, orderToken, expiredOrderToken } = server
    const account = { email, password, secondEmail, secondPassword, orderToken, expiredOrderToken }
    const report = await check({ baseUrl: url, ...account, level: 'core', readOnly: false, seed })
    expect(report.findings.map(({ rule, call, actual }) => `${rule} of ${call}: ${actual}`)).toEqual([])
    // Their success needs the token of a mail, which the checker has not.
    expect(report.notExercised).toEqual(['users.resetPassword', 'users.completeSignup'])
  },
)

test('so it does with the token of a mailed reset, after which the account has its password still', async () => {
  const { url, email, password, secondEmail, secondPassword } = server
  const post = (path: string, body: object) =>
    fetch(`${url}/api/v1/users/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await post('forgot-password/start', { email })
  const resetToken = server.mailed.at(-1)?.token ?? ''
  const account = { email, password, secondEmail, secondPassword, resetToken }
  const report = await check({ baseUrl: url, ...account, level: 'core', readOnly: false, seed: 1, only: ['users'] })
  expect(report.findings).toEqual([])
  expect(report.rules.map(({ rule }) => rule)).toContain('session.resetEnds')
  expect((await post('login', { email, password })).status).toBe(200)
})

test('without a campaign and a product, what needs neither is checked, and the rest is said', async () => {
  const { url, newEmail, newPassword, secondEmail, secondPassword } = server
  const account = { email: newEmail, password: newPassword, secondEmail, secondPassword }
  const report = await check({ baseUrl: url, ...account, level: 'core', readOnly: false, seed: 1 })
  // The one thing that is wrong is what the check itself needs.
  expect(report.findings.map(({ rule }) => rule)).toEqual(['lists.filled'])
  // The second account has offers made and deleted, and campaigns read.
  const missing = ['autoresponders.createEmail', 'autoresponders.listEmail', 'campaigns.update', 'offers.update']
  const secret = ['orders.getByToken', 'users.completeSignup', 'users.resetPassword']
  expect(report.notExercised.toSorted()).toEqual([...missing, ...secret])
  expect(report.skipped.map(({ reason }) => reason)).toContain('the account has no campaign to work in')
  expect(report.rules.map(({ rule }) => rule)).toContain('resilience.load')
})
