import { afterAll, describe, expect, test } from 'vitest'
import { check } from '../../contract/conformance/check'
import type { Report } from '../../contract/conformance/engine/model'
import { stages } from '../../contract/conformance/stages'
import { demoLogins, demoPassword, demoPaymentTokens } from '../../server/db/demo'
import { startServer } from '../e2e/startServer'
import { freePort } from '../freePort'
import { type Scratch, someDatabases } from '../server/postgres'
import { leavingWhatItSays } from './leftBehind'
import { untold } from './untold'
import { everyWay } from '../everyWay'

const [email, secondEmail] = demoLogins
const accounts = {
  email,
  secondEmail,
  password: demoPassword,
  secondPassword: demoPassword,
  orderToken: demoPaymentTokens.open,
  expiredOrderToken: demoPaymentTokens.expired,
}

/** For `npm run figures -- twice`: the second run is as whole as the first. */
const isThorough = process.env['CHECK_TWICE'] !== undefined

const people = [email, secondEmail].map((one) => ({ email: one, password: demoPassword }))

/** The reference server as a process of its own, as a backend team would see it. */
const started = async ({ dataDir, databaseUrl }: Scratch) =>
  startServer(await freePort(), {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    SEED: 'demo',
    LOG_LEVEL: 'silent',
    NODE_ENV: 'development',
  })

const runs = {
  pglite: [['core', 3]],
  postgres: [[everyWay || isThorough ? 'full' : 'core', 2]],
} as const

const scratches = await someDatabases('demo')
const servers = await Promise.all(
  scratches.map(async (scratch) => ({ kind: scratch.kind, ...(await started(scratch)) })),
)

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await Promise.all(scratches.map((scratch) => scratch.stop()))
})

/** What takes a mailed link. */
const notTried = [
  'users.confirmEmail',
  // No checker has a finger to make or use a passkey with.
  'users.addPasskey',
  'users.renamePasskey',
  'users.removePasskey',
  'users.takePasskey',
  'collaborations.sell',
  'collaborations.payment',
  'collaborations.createPaymentLink',
  'collaborations.endPaymentLink',
  'collaborations.pause',
  'collaborations.resume',
  'collaborations.invitation',
  'collaborations.accept',
  'collaborations.decline',
  // Only a backup that was restored holds a mail back.
  'mails.drop',
  // All of an organization is read by a person, and what is sent of an archive is none.
  'archives.save',
  'archives.take',
  'invites.decline',
  'invites.ask',
]

/** What a run applies to calls that a run with --only their resource would not, by how the parts are named. */
function applications() {
  const applied = new Map<string, Set<string>>()
  return {
    hear: (part: string, rule: string, call: string) => {
      const what = `${rule} of ${call}`
      applied.set(what, (applied.get(what) ?? new Set()).add(part))
    },
    lostByOnly: () =>
      [...applied].flatMap(([what, parts]) => {
        const resource = / of (\w+)\./.exec(what)?.[1] ?? ''
        const own = stages.filter(({ resources }) => resources.includes(resource)).map(({ title }) => title)
        // What belongs to no part is done in every run.
        return parts.has('') || own.some((title) => parts.has(title)) ? [] : [`${what}: ${[...parts].join(', ')}`]
      }),
  }
}

describe.each(servers)('the reference server on $kind', ({ kind, url }) => {
  test.each<readonly ['core' | 'full', number]>(runs[kind])(
    'conforms at level %s with seed %i',
    async (level, seed) => {
      const { hear: onApplied, lostByOnly } = applications()
      const run = async (seeded = seed, of: 'core' | 'full' = level) => {
        const since = performance.now()
        const told = await check({ baseUrl: url, ...accounts, level: of, readOnly: false, seed: seeded, onApplied })
        const seconds = Math.round((performance.now() - since) / 1_000)
        console.log(`${kind}, level ${of}, seed ${seeded}: ${told.findings.length} findings, ${seconds} s`)
        return told
      }
      const isFull = level === 'full'
      const report = isFull ? await leavingWhatItSays(url, people, run) : await run()
      expect(report.findings).toEqual([])
      expect(untold(report)).toEqual([])
      // Their links come by mail only.
      const byMail = ['users.resetPassword', 'users.completeSignup']
      expect(report.notExercised).toEqual(isFull ? [...byMail, ...notTried] : byMail)
      // No call of level core takes a query.
      const skipped = isFull ? ['session.resetEnds'] : ['session.resetEnds', 'refusal.query']
      expect(report.skipped.map(({ rule }) => rule)).toEqual(skipped)
      // Auto-responders that are made at level core are not deleted; of what was sold with, all is put away or told.
      const putAway =
        /^(?:(?:product|campaign|order|call|gateway) \S+: it is (?:archived|cancelled|closed|disabled), as no call deletes it|organization \S+: it is the check’s own, for every run, as no call deletes it|archive \S+: it is given up, as no call deletes it|bulk change \S+: no call deletes it|order \S+: it is completed, as it was sent|\d+ (?:mails|reconciliations) of organization \S+: no call deletes them)$/
      const others = report.leftovers.filter((line) => !putAway.test(line))
      expect(others).toHaveLength(isFull ? 0 : 4)
      expect(others.every((line) => line.startsWith('auto-responder'))).toBe(true)
      expect(report.leftovers.some((line) => putAway.test(line))).toBe(isFull)
      // --only a resource has the verdict of the whole about its calls.
      expect(lostByOnly()).toEqual([])
      // A second one finds what the first has left, and nothing wrong with it.
      if (!isFull) return
      const again = isThorough ? await leavingWhatItSays(url, people, () => run(4)) : await run(4, 'core')
      expect(again.findings).toEqual([])
      expect(untold(again)).toEqual([])
      if (!isThorough) return
      // It checks as much, in the organizations of the check's own that are there by then.
      const rulesOf = ({ rules }: Report) => rules.map(({ rule }) => rule).toSorted()
      expect(rulesOf(again)).toEqual(rulesOf(report))
      const isMade = (call: string) => call !== 'users.createOrganization'
      expect(again.notExercised.filter(isMade)).toEqual(report.notExercised)
    },
    // Half a minute on a machine that does nothing else, and many times that beside all other tests.
    900_000,
  )
})
