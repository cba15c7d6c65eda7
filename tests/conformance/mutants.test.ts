import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults } from './mutants/faults'
import { ownAndMany } from './mutants/faults/ownAndMany'
import { crash, fault } from './mutants/make'
import { notMended } from './mutants/mended'
import { callNames, startProxy } from './mutants/proxy'
import { prepareData, startReference } from './mutants/reference'
import { findingsThrough, tryFault } from './mutants/run'
import { lists } from './strangers/lists'
import { everyWay } from '../everyWay'

const root = fileURLToPath(new URL('../../', import.meta.url))

let data: Awaited<ReturnType<typeof prepareData>>
beforeAll(async () => {
  data = await prepareData()
})
afterAll(() => data.stop())

const named = (id: string) => faults.find((fault) => fault.id === id) ?? expect.fail(`there is no fault ${id}`)
const outcome = (fault: (typeof faults)[number]) => tryFault(fault, { data, seed: 1, known: new Set() })

test('there are at least 60 faults, each with an id of its own', () => {
  expect(faults.length).toBeGreaterThanOrEqual(60)
  for (const each of [faults, lists.flat()]) expect(new Set(each.map(({ id }) => id)).size).toBe(each.length)
})

test('the proxy knows every call by one name, and those that faults are put on', () => {
  expect(new Set(callNames).size).toBe(callNames.length)
  const putOn = [...faults, ...lists.flat()].flatMap(({ make }) => make().calls?.split(' ') ?? [])
  expect(putOn.filter((name) => !callNames.includes(name))).toEqual([])
  expect(new Set(putOn).size).toBeGreaterThan(60)
})

test('without a fault the proxy changes nothing, not even what is malformed', async () => {
  const reference = await startReference(data)
  const proxy = await startProxy(reference.url, (exchange) => exchange.send(), reference.tokens)
  const requests: [string, RequestInit][] = [
    ['/api/v1/organizations', { headers: { authorization: `Bearer ${reference.tokens[0]}` } }],
    ['/api/v1/organizations?x=%00', { method: 'HEAD' }],
    ['/api/v1/users/login', { method: 'POST', body: '{"email":', headers: { 'content-type': 'application/json' } }],
    ['/api/v1/users/login', { method: 'POST', body: Buffer.from([0x7b, 0xff]), headers: { 'content-type': 'text/x' } }],
    [
      '/api/v1/search',
      { method: 'POST', body: `{"q":"${'x'.repeat(1_100_000)}"}`, headers: { 'content-type': 'application/json' } },
    ],
    ['/api/v1/nothing', { method: 'PATCH' }],
  ]
  for (const [path, init] of requests) {
    const [through, direct] = await Promise.all([fetch(proxy.url + path, init), fetch(reference.url + path, init)])
    expect([path, through.status, await through.text()]).toEqual([path, direct.status, await direct.text()])
    expect(through.headers.get('content-type')).toBe(direct.headers.get('content-type'))
  }
  expect([proxy.applied(), proxy.errors()]).toEqual([0, []])
  await proxy.stop()
  await reference.stop()
})

// npm run figures -- scripts takes all faults.
test.each(everyWay ? ['total-plus-one', 'find-no-phones', 'collaboration-any-link'] : ['total-plus-one'])(
  '%s counts as found, by its resource alone and by its scripts on another server, too',
  async (id) => {
    const options = { data, seed: 1, known: new Set<string>(), scripts: true }
    const right = { result: 'found', missedBy: undefined, wrongScripts: [] }
    const tried = await tryFault(named(id), options)
    expect(tried).toMatchObject(right)
    expect(tried.questions.length).toBeGreaterThan(0)
    expect(await notMended(tried.questions, data, 1)).toEqual([])
  },
  // A whole run at level full, and parts of it over again, beside all other tests.
  1_800_000,
)

// The rules by which the faults on each resource are found.
const ofOwnAndMany = {
  archives: ['archives.parts'],
  bulkJobs: ['bulkJobs.rows'],
  dashboard: ['dashboard.queue'],
  savedReports: ['saved.own', 'savedReports.mail'],
  sheetImports: ['sheetImports.columns'],
  ...(everyWay && { audit: ['audit.told'], organizations: ['fields.limits'], users: ['preferences.kept'] }),
}

test('what many records, parts and people have of their own is found, all of it in one run', async () => {
  const only = Object.keys(ofOwnAndMany)
  const handlers = ownAndMany.map(({ make }) => make())
  const isPutOn = (name: string) => handlers.filter(({ calls }) => calls?.split(' ').includes(name))
  expect(callNames.filter((name) => isPutOn(name).length > 1)).toEqual([])
  const findings = await findingsThrough((exchange) => isPutOn(exchange.call)[0]?.(exchange) ?? exchange.send(), {
    data,
    seed: 1,
    only,
  })
  const broken = Object.values(ofOwnAndMany).flat()
  expect(broken.filter((rule) => !findings.some((finding) => finding.rule === rule))).toEqual([])
}, 1_800_000)

test('a crash of the harness counts as an error, and never as found', async () => {
  const broken = fault('broken', 'the harness itself breaks', async (exchange) => {
    if (exchange.call === 'search') throw new Error('a fault of ours')
    return exchange.send()
  })
  expect(await outcome(broken)).toMatchObject({ result: 'error', reason: expect.stringContaining('a fault of ours') })
})

test('a checker that could not run has found nothing', async () => {
  const dead = fault('dead', 'every call answers 500', async () => crash())
  expect((await outcome(dead)).result).not.toBe('survived')
})

test('each command says how it is used, and refuses what it does not know in one line', () => {
  const run = (file: string, ...args: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', `tests/conformance/${file}/main.ts`, ...args], {
      cwd: root,
      encoding: 'utf8',
      timeout: 50_000,
    })
  expect(run('mutants', '--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--peers') })
  expect(run('strangers', '--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--only ID,ID') })
  expect(run('mutants', '--list').stdout.trim().split('\n')).toHaveLength(faults.length)
  const wrong = [['--wrong'], ['--only', 'nothing'], ['--parallel', '9'], ['--group', 'nothing']]
  for (const args of everyWay ? wrong : wrong.slice(0, 2)) {
    for (const file of ['mutants', 'strangers']) {
      const { status, stderr } = run(file, ...args)
      expect([file, args, status, stderr.trim().split('\n').length]).toEqual([file, args, 2, 1])
    }
  }
})
