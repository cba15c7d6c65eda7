import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { check, takeUp } from '../../contract/conformance/check'
import type { CheckOptions } from '../../contract/conformance/engine/model'
import { command, flagsOf, type Outcome } from './command'
import { accounts, type Backend, type Served, startBackend } from './backend'
import { everyWay } from '../everyWay'

// Whatever ends a check, the backend is afterwards what it was before. ABORTS=all ends it after every single request, which
// takes an hour (npm run figures -- damage), ABORTS=5 after every fifth; otherwise it is a few of them.
const aborts = process.env['ABORTS']
const every = aborts === 'all' ? 1 : Number(aborts ?? 0)
const timeout = every > 0 ? 4 * 3_600_000 : 180_000
const folder = mkdtempSync(join(tmpdir(), 'offerdesk-damage-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const running: Served[] = []
afterEach(async () => {
  for (const served of running.splice(0)) await served.stop()
})

const start = async (damage?: (backend: Backend) => void) => {
  const served = await startBackend(damage)
  running.push(served)
  return served
}

/** Everything that is stored, but for the mails that there is no call to delete. */
const stored = ({ tables, users, organizations }: Backend) =>
  JSON.stringify([{ ...tables, mails: [] }, users, organizations]).replaceAll(/"updatedAt":"[^"]+"/g, '')

type Data = Pick<Backend, 'tables' | 'users' | 'organizations'>
const dataOf = ({ tables, users, organizations }: Backend): Data => structuredClone({ tables, users, organizations })

/** Accounts that have what can be lost: a name of an organization, and one that is not in the profile of the contract. */
const withOrganizationNames = (backend: Backend) => {
  backend.userBody = ({ id, email, name, orgs }) => ({
    id,
    email,
    name,
    organizationName: backend.organizations.find((one) => one.id === orgs[0])?.name,
  })
  const original = backend.updateUser.bind(backend)
  backend.updateUser = (user, body) => {
    const organization = backend.organizations.find(({ id }) => id === user.orgs[0])
    // As it comes, blanks and all: the server of somebody who has overlooked them.
    if (organization && typeof body['organizationName'] === 'string') organization.name = body['organizationName']
    return original(user, body)
  }
}

const options = { ...accounts, readOnly: false, seed: 5, requestTimeoutMs: 60_000 } as const
/** What says nothing of writing, and takes long. */
const only = ['users', 'offers', 'campaigns', 'autoresponders', 'customers']

/** What there is no call to take away, or may have been made by the very last request. */
const isUndeletable = (left: string) => left.startsWith('auto-responder') || left.startsWith('an account')

interface Moment {
  journal: string
  data: Data
}

/** What a journal says and what is stored, at every moment at which the process may be killed: before and after every request. */
async function momentsOf(level: CheckOptions['level']): Promise<{ before: Data; moments: Moment[] }> {
  const moments: Moment[] = []
  let last = ''
  const { backend, url } = await start(withOrganizationNames)
  const journalFile = join(folder, `${level}.jsonl`)
  const look = () => {
    let journal = ''
    try {
      journal = readFileSync(journalFile, 'utf8')
    } catch {
      // It has not begun, or is over.
    }
    const now = stored(backend)
    if (journal === '' || `${journal}${now}` === last) return
    last = `${journal}${now}`
    moments.push({ journal, data: dataOf(backend) })
  }
  const original = backend.respond.bind(backend)
  backend.respond = (asked) => {
    look()
    const answer = original(asked)
    look()
    return answer
  }
  const before = dataOf(backend)
  await check({ ...options, baseUrl: url, level, journalFile, only })
  expect(stored(backend)).toBe(stored(Object.assign(await blank(), before)))
  return { before, moments }
}

const blank = async () => (await start()).backend

test('a check that is killed at any moment is taken up by its journal', { timeout }, async () => {
  const level = 'full'
  const { before, moments } = await momentsOf(level)
  expect(moments.length).toBeGreaterThan(200)
  const served = await start(withOrganizationNames)
  const due = stored(Object.assign(await blank(), structuredClone(before)))
  const file = join(folder, 'killed.jsonl')
  const tried = moments.filter((_, index) => index % (every || 80) === 0)
  for (const { journal, data } of tried) {
    Object.assign(served.backend, structuredClone(data))
    writeFileSync(file, journal.replaceAll(/"baseUrl":"[^"]+"/g, `"baseUrl":"${served.url}"`))
    const left = await takeUp({ ...options, baseUrl: served.url, level }, file)
    expect(left.filter((one) => !isUndeletable(one))).toEqual([])
    expect(stored(served.backend)).toBe(due)
  }
  process.stdout.write(`Killed at ${tried.length} of ${moments.length} moments, each time everything was put back\n`)
})

async function interruptAfter(last: number): Promise<void> {
  const interruption = new AbortController()
  let seen = 0
  let stage = ''
  let isOver = false
  const { backend, url, stop } = await startBackend((broken) => {
    withOrganizationNames(broken)
    const original = broken.respond.bind(broken)
    broken.respond = (asked) => {
      seen += 1
      const answer = original(asked)
      if (seen === last) {
        // Whoever is interrupted while cleaning up has done all there was to do.
        isOver = stage === 'cleaning up'
        interruption.abort()
      }
      return answer
    }
  })
  const before = stored(backend)
  const onProgress = (progress: { stage: string }) => void (stage = progress.stage)
  const report = await check({ ...options, baseUrl: url, level: 'full', only, signal: interruption.signal, onProgress })
  await stop()
  // A request more or less is sent from run to run, so the last ones may not come.
  expect([last, report.interrupted]).toEqual([last, interruption.signal.aborted && !isOver])
  expect(report.leftovers.filter((one) => !isUndeletable(one))).toEqual([])
  expect(stored(backend)).toBe(before)
}

test.runIf(everyWay || every > 0)(
  'a check that is interrupted after any request puts everything back',
  { timeout },
  async () => {
    let requests = 0
    const whole = await start((backend) => {
      withOrganizationNames(backend)
      const original = backend.respond.bind(backend)
      backend.respond = (asked) => {
        requests += 1
        return original(asked)
      }
    })
    await check({ ...options, baseUrl: whole.url, level: 'full', only })
    const step = every || Math.ceil(requests / 5)
    const moments = Array.from({ length: Math.ceil(requests / step) }, (_, index) => 1 + index * step)
    const tried = moments.length
    // Much of the time is spent waiting: several checks at once, each with a server of its own.
    const workers = Array.from({ length: 4 }, async () => {
      for (let last = moments.shift(); last !== undefined; last = moments.shift()) await interruptAfter(last)
    })
    await Promise.all(workers)
    process.stdout.write(`Interrupted after ${tried} of ${requests} requests, each time everything was put back\n`)
  },
)

test('what a server changes behind a refusal, or for everybody, is put back as well', async () => {
  const { backend, url } = await start((broken) => {
    withOrganizationNames(broken)
    const original = broken.updateUser.bind(broken)
    broken.updateUser = (user, body) => {
      const isStray = typeof body['name'] === 'string' && body['name'].startsWith('zq')
      for (const other of broken.users) if (isStray) other.name = String(body['name'])
      return original(user, body)
    }
  })
  const before = stored(backend)
  await check({ ...options, baseUrl: url, level: 'full', only: ['users'] })
  expect(stored(backend)).toBe(before)
})

test('a journal goes when everything is put back, and stays for what is not', async () => {
  const out = mkdtempSync(join(folder, 'out-'))
  const journalFile = join(out, 'journal.jsonl')
  const { url } = await start((backend) => {
    const original = backend.deleteOffer.bind(backend)
    let deletes = 0
    backend.deleteOffer = (...asked) => ((deletes += 1) > 3 ? backend.refusal(409, 'Not now') : original(...asked))
  })
  const report = await check({ ...options, baseUrl: url, level: 'core', only: ['offers'], journalFile })
  expect(report.leftovers.some((one) => one.startsWith('offer '))).toBe(true)
  expect(readdirSync(out)).toEqual(['journal.jsonl'])
  const good = await start()
  const other = join(out, 'other.jsonl')
  await check({ ...options, baseUrl: good.url, level: 'core', only: ['offers'], journalFile: other })
  expect(readdirSync(out)).toEqual(['journal.jsonl'])
})

/** The journal of a check that was killed after it had made a few offers, and what was there before it. */
async function killedCheck(damage: (backend: Backend) => void = withOrganizationNames) {
  const out = mkdtempSync(join(folder, 'out-'))
  let kill = () => {}
  const served = await start((broken) => {
    damage(broken)
    const original = broken.createOffer.bind(broken)
    let made = 0
    broken.createOffer = (...asked) => {
      const answer = original(...asked)
      made += 1
      if (made === 4) kill()
      return answer
    }
  })
  const { backend, url } = served
  const before = stored(backend)
  const flags = [...flagsOf(accounts), '--out', out]
  await command(['--base-url', url, '--only', 'offers', ...flags], (interrupt) => {
    kill = () => interrupt('SIGKILL')
  })
  kill = () => {}
  const [name = ''] = readdirSync(out)
  const file = join(out, name)
  return { served, backend, url, before, flags, out, file, journal: readFileSync(file, 'utf8') }
}

test('a journal is kept while its server is away, and while it goes away', async () => {
  const { served, backend, url, before, flags, file, journal } = await killedCheck()
  await served.stop()
  const away = await command(['--undo', file, ...flags])
  expect(away).toMatchObject({ code: 2, stdout: '' })
  expect(away.stderr.trim().split('\n')).toEqual([expect.stringContaining(url)])
  expect(readFileSync(file, 'utf8')).toBe(journal)

  const second = await start(withOrganizationNames)
  Object.assign(second.backend, dataOf(backend))
  writeFileSync(file, journal.replace(url, second.url))
  const original = second.backend.deleteOffer.bind(second.backend)
  second.backend.deleteOffer = (...asked) => {
    void second.stop()
    return original(...asked)
  }
  const left = await takeUp({ ...options, baseUrl: second.url, level: 'core' }, file)
  expect(left.some((one) => one.startsWith('offer '))).toBe(true)

  const third = await start(withOrganizationNames)
  Object.assign(third.backend, dataOf(second.backend))
  writeFileSync(file, readFileSync(file, 'utf8').replace(second.url, third.url))
  expect(await takeUp({ ...options, baseUrl: third.url, level: 'core' }, file)).toEqual([])
  expect(stored(third.backend)).toBe(before)
  expect(existsSync(file)).toBe(false)
})

test('a journal is not taken up at another server, nor with other accounts', async () => {
  const { backend, url, before, flags, file, journal } = await killedCheck()
  const other = await start()
  const untouched = stored(other.backend)
  const elsewhere = await command(['--undo', file, '--base-url', other.url, ...flags])
  expect(elsewhere).toMatchObject({ code: 2, stdout: '' })
  expect(elsewhere.stderr).toContain(`is of ${url}`)
  expect(stored(other.backend)).toBe(untouched)

  const { secondEmail: email, secondPassword: password } = accounts
  const somebody = await command(['--undo', file, '--email', email, '--password', password])
  expect(somebody).toMatchObject({ code: 2, stdout: '' })
  const { secondEmail: _email, secondPassword: _password, ...alone } = accounts
  const half = await command(['--undo', file, ...flagsOf(alone)])
  expect(half).toMatchObject({ code: 2, stdout: '' })
  expect(half.stderr).toContain('--second-email')
  expect(readFileSync(file, 'utf8')).toBe(journal)

  const undone = await command(['--undo', file, '--base-url', `${url}/`, ...flags])
  expect(undone).toMatchObject({ code: 0, stdout: 'everything is as it was\n' })
  expect(stored(backend)).toBe(before)
})

test('what is no journal is told in one line', async () => {
  const none = join(folder, 'none.jsonl')
  for (const text of [undefined, '', '{"format":1', 'hello\n']) {
    if (text !== undefined) writeFileSync(none, text)
    const said = await command(['--undo', none, '--base-url', 'http://127.0.0.1:9', ...flagsOf(accounts)])
    expect(said).toMatchObject({ code: 2, stdout: '' })
    expect(said.stderr).toContain(`${none} is no journal of a check`)
  }
})

test('a journal is taken up twice at once', async () => {
  const { backend, url, before, out, file } = await killedCheck()
  const both = [1, 2].map(() => takeUp({ ...options, baseUrl: url, level: 'core' }, file))
  expect(await Promise.all(both)).toEqual([[], []])
  expect(stored(backend)).toBe(before)
  expect(readdirSync(out)).toEqual([])
})

test('the journal of a check that is still running is left to it', async () => {
  const out = mkdtempSync(join(folder, 'out-'))
  const flags = [...flagsOf(accounts), '--out', out]
  let seen: Promise<Outcome[]> | undefined
  const { backend, url } = await start((broken) => {
    const original = broken.createOffer.bind(broken)
    broken.createOffer = (...asked) => {
      const answer = original(...asked)
      const [name = ''] = readdirSync(out)
      seen ??= Promise.all([
        command(['--undo', join(out, name), ...flags]),
        command(['--base-url', url, '--only', 'gateways', '--read-only', ...flags]),
      ])
      return answer
    }
  })
  const before = stored(backend)
  const whole = await command(['--base-url', url, '--only', 'offers,search', ...flags])
  expect(whole.stdout).not.toContain('✗')
  expect(whole.code).toBe(0)
  const [undo, other] = (await seen) ?? []
  expect(undo).toMatchObject({ code: 2, stdout: '' })
  expect(undo?.stderr).toContain('is still running')
  expect(other?.stderr).not.toContain('--undo')
  expect(stored(backend)).toBe(before)
  expect(readdirSync(out).filter((name) => name.startsWith('journal'))).toEqual([])
})

test('two checks never write into one journal', async () => {
  const { url, file, journal } = await killedCheck()
  const second = check({ ...options, baseUrl: url, level: 'core', only: ['offers'], journalFile: file })
  await expect(second).rejects.toThrow(`${file} is there already`)
  expect(readFileSync(file, 'utf8')).toBe(journal)
})

test('whoever sees the server go away is told of the journal', async () => {
  const out = mkdtempSync(join(folder, 'out-'))
  const served = await start((broken) => {
    const original = broken.createOffer.bind(broken)
    let made = 0
    broken.createOffer = (...asked) => {
      made += 1
      if (made === 4) void served.stop()
      return original(...asked)
    }
  })
  const flags = [...flagsOf(accounts), '--out', out]
  const said = await command(['--base-url', served.url, '--only', 'offers', ...flags])
  const [name = ''] = readdirSync(out)
  expect(said.code).toBe(2)
  expect(said.stderr).toContain(`--undo ${join(out, name)}`)
})

test('a killed process leaves its journal in --out, and --undo takes it up', async () => {
  const { backend, url, before, flags, out, file } = await killedCheck(() => {})
  expect(stored(backend)).not.toBe(before)
  expect(file).toMatch(/journal-[^/]*\.jsonl$/)
  const said = await command(['--base-url', url, '--only', 'gateways', '--read-only', ...flags])
  expect(said.stderr).toContain(`--undo ${file}`)
  const undone = await command(['--undo', file, ...flags])
  expect(undone).toMatchObject({ code: 0, stdout: 'everything is as it was\n', stderr: '' })
  expect(stored(backend)).toBe(before)
  expect(readdirSync(out)).toEqual([])
})

test('with keep, the records stay and are told, and nothing else does', async () => {
  const { backend, url } = await start(withOrganizationNames)
  const { users, organizations } = dataOf(backend)
  const report = await check({ ...options, baseUrl: url, level: 'core', keep: true, only })
  expect(report.findings).toEqual([])
  const kept = report.leftovers.filter((one) => one.startsWith('offer ')).map((one) => one.slice('offer '.length))
  expect(kept.length).toBeGreaterThan(10)
  const ids = new Set(backend.tables['offers']?.map(({ id }) => id))
  expect(kept.filter((id) => !ids.has(id))).toEqual([])
  expect(dataOf(backend)).toMatchObject({ users, organizations })
})
