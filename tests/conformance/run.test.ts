import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { check } from '../../contract/conformance/check'
import type { Progress } from '../../contract/conformance/engine/model'
import { accounts, type Backend, type Served, startBackend } from './backend'
import { command, flagsOf } from './command'
import { untold } from './untold'
import { everyWay } from '../everyWay'

let served: Served | undefined
afterEach(async () => {
  await served?.stop()
  served = undefined
})

const start = async (damage?: (backend: Backend) => void) => {
  served = await startBackend(damage)
  return served
}

/** What is stored, but for the mails that there is no call to delete. */
const stored = ({ tables, users }: Backend) =>
  JSON.stringify([{ ...tables, mails: [] }, users]).replaceAll(/"updatedAt":"[^"]+"/g, '')

describe('a backend of its own make that honours the contract', () => {
  test.each(everyWay ? [1, 2] : [1])('conforms at level core with seed %i, and is left as it was', async (seed) => {
    const { backend, url } = await start()
    const before = stored(backend)
    const report = await check({ baseUrl: url, ...accounts, level: 'core', readOnly: false, seed })
    expect(report.findings).toEqual([])
    expect(report.notExercised).toEqual(['users.resetPassword', 'users.completeSignup'])
    expect(untold(report)).toEqual([])
    expect(report.leftovers).toHaveLength(backend.tables['mails']?.length ?? -1)
    expect(stored(backend)).toBe(before)
  })

  test('with one account, what a second would show is skipped and not passed', async () => {
    const { url } = await start()
    const { email, password } = accounts
    const report = await check({ baseUrl: url, email, password, level: 'core', readOnly: true, seed: 1 })
    expect(report.findings).toEqual([])
    for (const rule of ['access.foreignPath', 'access.foreignBody', 'access.nothingForeign', 'payment.order']) {
      expect(report.skipped.map((one) => one.rule)).toContain(rule)
    }
    expect(report.rules.map(({ rule }) => rule)).not.toContain('access.nothingForeign')
    expect(untold(report)).toEqual([])
  })

  test('is not written to by a read-only run', async () => {
    const { backend, url } = await start()
    const before = stored(backend)
    const report = await check({ baseUrl: url, ...accounts, level: 'core', readOnly: true, seed: 1 })
    expect(report.findings).toEqual([])
    const writes = backend.requests.filter(
      ({ method, path }) => method !== 'GET' && !['/api/v1/search', '/api/v1/users/login'].includes(path),
    )
    expect(writes).toEqual([])
    expect(stored(backend)).toBe(before)
    expect(report.notExercised).toContain('offers.create')
    expect(report.skipped.map(({ rule }) => rule)).toContain('offers.create')
  })

  test('a rate limit on signing in is waited for or skipped, and is no finding', async () => {
    let tries = 0
    const { url } = await start((backend) => {
      const original = backend.login.bind(backend)
      backend.login = (body) => {
        tries += 1
        return tries > 2 ? { ...backend.refusal(429, 'Wait'), contentType: 'application/json' } : original(body)
      }
    })
    const report = await check({ baseUrl: url, ...accounts, level: 'core', readOnly: true, seed: 1, only: ['users'] })
    expect(report.findings).toEqual([])
    expect(report.skipped.map(({ rule }) => rule)).toContain('session.wrongPassword')
  })

  test('progress is reported as it goes', async () => {
    const { url } = await start()
    const seen: Progress[] = []
    const options = { baseUrl: url, ...accounts, level: 'core', readOnly: true, seed: 1 } as const
    await check({ ...options, onProgress: (progress) => seen.push(progress) })
    expect(seen.at(-1)).toMatchObject({ done: 1, findings: 0 })
    expect(seen.some(({ leftMs }) => leftMs !== undefined && leftMs > 0)).toBe(true)
    expect(seen.at(-1)?.calls.find(({ call }) => call === 'search.search')?.requests).toBeGreaterThan(10)
  })
})

describe('interrupted by Ctrl-C', () => {
  test('it cleans up, writes a partial report and ends with 130', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'offerdesk-conformance-'))
    let interrupt = () => {}
    const { backend, url } = await start((broken) => {
      const original = broken.createOffer.bind(broken)
      let made = 0
      broken.createOffer = (...asked) => {
        made += 1
        if (made === 8) interrupt()
        return original(...asked)
      }
    })
    const before = stored(backend)
    const flags = [...flagsOf(accounts), '--report', 'json,junit,html', '--out', folder, '--seed', '1']
    const { code } = await command(['--base-url', url, ...flags], (kill) => {
      interrupt = kill
    })
    expect(code).toBe(130)
    expect(stored(backend)).toBe(before)
    expect(JSON.parse(await readFile(join(folder, 'conformance.json'), 'utf8'))).toMatchObject({ interrupted: true })
    expect((await readdir(folder)).toSorted()).toEqual([
      'conformance.html',
      'conformance.json',
      'conformance.junit.xml',
    ])
    await rm(folder, { recursive: true })
  })

  test('while a campaign is changed, it is put back', async () => {
    const interruption = new AbortController()
    const { backend, url } = await start((broken) => {
      const original = broken.updateCampaign.bind(broken)
      let changes = 0
      broken.updateCampaign = (...asked) => {
        const answer = original(...asked)
        changes += 1
        if (changes === 5) interruption.abort()
        return answer
      }
    })
    const before = stored(backend)
    const options = { baseUrl: url, ...accounts, level: 'core', readOnly: false, seed: 1 } as const
    const report = await check({ ...options, only: ['campaigns'], signal: interruption.signal })
    expect(report.interrupted).toBe(true)
    expect(stored(backend)).toBe(before)
  })
})
