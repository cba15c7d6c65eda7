import { afterAll, expect, test } from 'vitest'
import { check } from '../../contract/conformance/check'
import type { Finding } from '../../contract/conformance/engine/model'
import { askAgain, whyNotAgain } from './again'
import { accounts, type Backend, startBackend } from './backend'
import { faults } from './backendFaults'
import { everyWay } from '../everyWay'

let tried = 0
afterAll(() => {
  process.stdout.write(
    `${tried} scripts of ${names.length} faults: each finds its fault again, and nothing without it\n`,
  )
})

/** What differs from one run to the next, whatever is wrong: ids, moments, and the word in the names. */
const lasting = (text: string) =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'MOMENT')
    .replaceAll(/"\d{3,}"/g, '"ID"')
    .replaceAll(/(?:zq|yw)[a-z0-9]{4}/g, 'WORD')
    .replaceAll(/token-\d-\d+-x+|\$TOKEN/g, 'TOKEN')
    .replaceAll(/\s+/g, ' ')

/** The answers that a script tells of, each beginning with its status. */
function told(script: string): string[] {
  const lines = [...script.matchAll(/^# .*; the answer was: status (\d+)(?: [^:,]+)?(?:: |, )(.*)$/gm)]
  return lines.map(([, status, body]) => lasting(`${status} ${(body ?? '').replace(/… \(\d+ characters\)$/, '')}`))
}

const secrets = {
  PASSWORD: accounts.password,
  SECOND_PASSWORD: accounts.secondPassword,
  ORDER_TOKEN: accounts.orderToken,
}

/** The answers that it shows. */
async function repeated(script: string, url: string): Promise<string[]> {
  const { said } = await askAgain(script, url, secrets, ['show'])
  const answers = said.split(/^status (\d+)$/m)
  return answers.flatMap((body, index) => {
    const status = answers[index + 1]
    return index % 2 === 0 && status !== undefined ? [lasting(`${status} ${body.trim()}`)] : []
  })
}

const length = 240
/** Whether an answer is what the script tells of it, as far as it does. */
const isAgain = (due: string, answers: readonly string[]) =>
  answers.some(
    (answer) => answer.slice(0, length).startsWith(due.slice(0, length - 20)) || due.startsWith('200 no body'),
  )

/** Whether an answer has the very value that the finding names; what else is in the record may differ by then. */
function hasValueAgain({ actual }: Finding, answers: readonly string[]): boolean {
  const [, field, value] = /^(\w+) is (.+) instead of /.exec(actual) ?? []
  return field !== undefined && answers.some((answer) => answer.includes(`"${field}":${value}`))
}

async function findingsOf(name: string): Promise<Finding[]> {
  const { damage, only, readOnly = false } = faults[name] ?? expect.fail()
  const served = await startBackend(damage)
  const { findings } = await check({ baseUrl: served.url, ...accounts, level: 'core', seed: 11, only, readOnly })
  await served.stop()
  return findings
}

// A script may make sixty offers, each by a process of its own.
const timeout = process.env['SCRIPTS'] === 'all' ? 1_800_000 : 180_000

/** Making sixty offers takes a script seconds: those that do are tried with SCRIPTS=all. */
function chosen(findings: readonly Finding[]): readonly Finding[] {
  if (process.env['SCRIPTS'] === 'all') return findings
  const byLength = findings.toSorted((one, other) => one.script.length - other.script.length)
  const short = byLength.filter(({ script }) => script.split('\n').length < 50)
  return short.length === 0 ? byLength.slice(0, 1) : short.slice(0, 1)
}

// Every fourth or eighth fault, and one script of each; SCRIPTS=all takes all of them (npm run figures -- scriptsCore).
const step = process.env['SCRIPTS'] === 'all' ? 1 : everyWay ? 4 : 8
const names = Object.keys(faults).filter((_, index) => index % step === 0)

test.each(names)('the scripts of %s find it again by themselves', { timeout }, async (name) => {
  const findings = await findingsOf(name)
  expect(findings.length).toBeGreaterThan(0)
  for (const finding of chosen(findings)) {
    const { rule, script } = finding
    const [again, sound] = [await startBackend(faults[name]?.damage), await startBackend()]
    const wrong = await whyNotAgain(script, { faulty: again.url, sound: sound.url, secrets })
    expect([rule, wrong, wrong && script]).toEqual([rule, undefined, undefined])
    tried += 1
    await again.stop()
    await sound.stop()
    if (!script.includes('= show')) continue
    const other = await startBackend(faults[name]?.damage)
    const answers = await repeated(script, other.url)
    const unlike = hasValueAgain(finding, answers) ? [] : told(script).filter((due) => !isAgain(due, answers))
    expect([rule, unlike.length === 0 ? [] : { unlike, answers, script }]).toEqual([rule, []])
    await other.stop()
  }
})

test('a failure that comes and goes is told as one, and its script finds it at whichever call it is', async () => {
  const damage = (backend: Backend) => {
    let asked = 0
    const respond = backend.respond.bind(backend)
    backend.respond = (request) => {
      asked += 1
      if (asked % 41 === 0) throw new Error('no connection is left')
      return respond(request)
    }
  }
  const served = await startBackend(damage)
  const options = { baseUrl: served.url, ...accounts, level: 'core', seed: 11 } as const
  const { findings } = await check({ ...options, only: ['search'], readOnly: true })
  await served.stop()
  const [first = expect.fail()] = findings
  expect(first.actual).toMatch(/^status 500: .*; asked again, status [24]\d\d$/s)
  const said = findings.map(({ rule, expected }) => `${rule}: ${expected}`)
  expect(new Set(said)).toEqual(new Set(['http.noServerError: no failure, not even once']))
  const [again, sound] = [await startBackend(damage), await startBackend()]
  for (const { script } of findings)
    expect(await whyNotAgain(script, { faulty: again.url, sound: sound.url, secrets })).toBeUndefined()
  await again.stop()
  await sound.stop()
})
