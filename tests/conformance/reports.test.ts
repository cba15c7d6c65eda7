import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { check } from '../../contract/conformance/check'
import type { Report } from '../../contract/conformance/engine/model'
import { Secrets } from '../../contract/conformance/engine/secrets'
import { htmlReport } from '../../contract/conformance/report/html'
import { junitReport } from '../../contract/conformance/report/junit'
import { prettyReport } from '../../contract/conformance/report/pretty'
import { reportJsonSchema, reportSchema } from '../../contract/conformance/report/schema'
import { rules, rulesTable } from '../../contract/conformance/rules'
import { accounts, startBackend } from './backend'
import { command, flagsOf } from './command'

const hostile = `</pre><script>alert(1)</script><img src=x onerror=alert(2)>"'&\u001B[2J\u0000\u202E]]>`

const report = (actual = hostile): Report => ({
  format: 1,
  baseUrl: `http://x.example/${actual}`,
  level: 'core',
  seed: 1,
  readOnly: false,
  startedAt: '2026-01-02T03:04:05.678Z',
  durationMs: 1234,
  interrupted: false,
  calls: ['offers.update', 'users.me', 'orders.getByToken'].map((call) => ({
    call,
    method: 'GET',
    path: '/api/v1/x',
    level: 'core',
    requests: 3,
    valid: 2,
    invalid: 1,
    exercised: call !== 'orders.getByToken',
  })),
  rules: [{ rule: 'offers.update', checks: 4, findings: 1 }],
  findings: [
    {
      rule: 'offers.update',
      call: 'users.me',
      kind: 'behaviour',
      reason: actual,
      expected: actual,
      actual,
      curl: actual,
      script: actual,
      count: 2,
    },
  ],
  skipped: [{ rule: 'payment.order', reason: actual }],
  notExercised: ['orders.getByToken'],
  leftovers: [actual],
})

/** Signs that steer a terminal or turn a text around. */
const hasControls = (text: string) => /[\p{Cc}\p{Cf}]/u.test(text.replaceAll('\n', ''))

test('the html report is one page without script or outside resource, whatever was answered', () => {
  const html = htmlReport(report())
  expect(html).not.toMatch(/<script|<img|<link|<iframe|onerror=alert\(2\)>/)
  expect(hasControls(html)).toBe(false)
  expect(html).not.toMatch(/(?:src|href)\s*=\s*["']?https?:/)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain("default-src 'none'")
})

test('the junit report stays XML, whatever was answered', () => {
  const xml = junitReport(report())
  expect(xml).not.toMatch(/<script|]]>/)
  expect(/\p{Cc}/u.test(xml.replaceAll('\n', ''))).toBe(false)
  const opened = [...xml.matchAll(/<([a-z]+)(?:\s[^<>]*?)?(\/?)>/g)].filter(([, , isClosed]) => isClosed === '').length
  expect([...xml.matchAll(/<\/[a-z]+>/g)]).toHaveLength(opened)
  expect(xml).toContain('failures="1"')
})

test('the pretty report puts the worst call first, and lets no answer steer the terminal', () => {
  const text = prettyReport(report())
  expect(hasControls(text)).toBe(false)
  expect(text.indexOf('users.me')).toBeLessThan(text.indexOf('offers.update  GET'))
  expect(text).toContain('breaks the contract')
})

test('the json report is what its schema says, and the schema is the file', async () => {
  expect(z.safeParse(reportSchema, report()).success).toBe(true)
  const file = new URL('../../contract/conformance/report/report.schema.json', import.meta.url)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(reportJsonSchema()))
})

test('the rules are printed as a table, each with its reason', async () => {
  // As it is given to people, from its sources; all other tests begin it from one file.
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'conformance', '--', '--rules'])
  expect(stdout).toBe(rulesTable())
  for (const id of Object.keys(rules)) expect(stdout).toContain(`| \`${id}\` |`)
})

test('no report shows a password or a token', async () => {
  // Everything that is sent comes back in every answer.
  const served = await startBackend((backend) => {
    const original = backend.respond.bind(backend)
    backend.respond = (asked) => {
      const answer = original(asked)
      return { status: answer.status, body: { ...(answer.body as object), asked, message: 7 } }
    }
  })
  const folder = await mkdtemp(join(tmpdir(), 'offerdesk-conformance-'))
  const flags = [...flagsOf(accounts), '--report', 'pretty,json,junit,html', '--out', folder, '--seed', '1']
  const { code, stdout, stderr } = await command(['--base-url', served.url, ...flags])
  expect({ code, stderr: stderr.split('\n').length }).toEqual({ code: 1, stderr: 4 })
  const files = ['conformance.json', 'conformance.junit.xml', 'conformance.html'].map((name) =>
    readFile(join(folder, name), 'utf8'),
  )
  const texts = [stdout, stderr, ...(await Promise.all(files))]
  const { password, secondPassword, orderToken } = accounts
  const secrets = [password, secondPassword, orderToken, ...served.backend.sessions.keys()]
  expect(secrets.length).toBeGreaterThan(4)
  for (const text of texts) for (const secret of secrets) expect(text).not.toContain(secret)
  expect(stdout).toContain(`'authorization: Bearer '"$TOKEN"`)
  expect(z.safeParse(reportSchema, JSON.parse(texts[2] ?? '')).success).toBe(true)
  await served.stop()
  await rm(folder, { recursive: true })
})

test('a server that conforms ends with 0, one that does not with 1', async () => {
  const good = await startBackend()
  const out = await mkdtemp(join(tmpdir(), 'offerdesk-conformance-'))
  const flags = [...flagsOf(accounts), '--only', 'gateways', '--read-only', '--out', out]
  expect(await command(['--base-url', good.url, ...flags])).toMatchObject({ code: 0, stderr: '' })
  await good.stop()
  const bad = await startBackend((backend) => {
    backend.mayUse = () => true
  })
  expect(await command(['--base-url', bad.url, ...flags])).toMatchObject({ code: 1, stderr: '' })
  await bad.stop()
})

test('a report of a real run has its figures', async () => {
  const served = await startBackend()
  const made = await check({
    baseUrl: served.url,
    ...accounts,
    level: 'core',
    readOnly: true,
    seed: 3,
    only: ['users'],
  })
  expect(z.safeParse(reportSchema, made).success).toBe(true)
  expect(made.calls.find(({ call }) => call === 'users.me')).toMatchObject({
    exercised: true,
    invalid: expect.any(Number),
  })
  await served.stop()
})

test('a token is shown by the name of the account that it turns out to be of', () => {
  const secrets = new Secrets()
  secrets.add('t0ken-of-the-second', 'TOKEN')
  secrets.add('t0ken-of-the-second', 'SECOND_TOKEN')
  secrets.add('t0ken-of-the-second', 'TOKEN')
  expect(secrets.redactCommand("curl -H 'a: t0ken-of-the-second'")).toBe(`curl -H 'a: '"$SECOND_TOKEN"''`)
})
