import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { checkPython, tryPython } from './python/run'

// A few of them; npm run figures -- backend tries them all.
const hasPython = spawnSync('python3', ['--version']).status === 0
const faults = {
  'limit-50': 'search.',
  'filter-boolean-never': 'search.filter',
  'profile-everybody': 'profile.others',
  'empty-note-ignored': 'campaigns.update',
  'reset-token-again': 'session.resetEnds',
}

/** What it is asked for first of everything that it does not have: the rest of that is not asked any more. */
const lacking = [
  'apiTokens.list',
  'archives.list',
  'audit.list',
  'bulkJobs.list',
  'calls.callBacks',
  'calls.open',
  'calls.sums',
  'campaigns.create',
  'campaigns.kinds',
  'capabilities.get',
  'collaborations.list',
  'collaborations.received',
  'customers.create',
  'customers.findAlike',
  'dashboard.read',
  'events.stream',
  'gateways.comparisons',
  'gateways.list',
  'invites.create',
  'invites.list',
  'leaderboard.best',
  'leaderboard.read',
  'mails.list',
  'members.get',
  'members.list',
  'offers.restore',
  'orderDrafts.keep',
  'orderDrafts.list',
  'orderLines.sums',
  'orderMails.list',
  'orders.sums',
  'organizations.members',
  'organizations.permissions',
  'organizations.settings',
  'plugins.list',
  'products.categories',
  'products.create',
  'reports.read',
  'savedReports.list',
  'savedViews.list',
  'search.find',
  'sellers.list',
  'sheetImports.list',
  'telephone.tokens',
  'transactions.sums',
  'users.beginPasskey',
  'users.changePassword',
  'users.confirmEmail',
  'users.createOrganization',
  'users.endOtherSessions',
  'users.logout',
  'users.sessions',
  'users.setPreferences',
  'users.twoSteps',
  'webhooks.list',
]

test.skipIf(!hasPython)('a backend in Python, from the specification alone, conforms at level core', async () => {
  const { findings, leftovers, notExercised } = await checkPython('core', 1)
  expect(findings.map(({ rule, call, actual }) => `${rule} of ${call}: ${actual}`)).toEqual([])
  expect(notExercised).toEqual(['users.completeSignup'])
  expect(leftovers.filter((left) => !left.startsWith('auto-responder'))).toEqual([])
})

test.skipIf(!hasPython)(
  'at level full, each call that it lacks is one finding, and all else is found once',
  async () => {
    const { findings } = await checkPython('full', 1)
    const missing = findings.filter(({ rule }) => rule === 'call.offered').map(({ call }) => call)
    expect(missing.toSorted()).toEqual(lacking)
    for (const call of missing) expect(findings.filter((one) => one.call === call)).toHaveLength(1)
    const others = findings.filter(({ rule }) => rule !== 'call.offered' && rule !== 'shape.complete')
    const found = others.map(({ rule, call, expected }) => `${rule} of ${call}: ${expected}`)
    const isDue = (one: string) =>
      one === 'search.sort of search.search: rows sorted by offersCount' ||
      // It knows no keys, so that what is sent once more is made once more.
      one.startsWith('create.once of ') ||
      one === 'autoresponders.create of autoresponders.listEmail: 5 auto-responders' ||
      // Blanks around a name are a part of it there.
      one.startsWith('profile.update of users.update: the changed fields') ||
      one.endsWith(' of blanks alone refused with status 400 or 422')
    expect(found.filter((one) => !isDue(one))).toEqual([])
  },
)

test.skipIf(!hasPython).each(Object.entries(faults))('its fault %s is found by %s', async (fault, rule) => {
  const { found } = await tryPython(fault, 'core', 1)
  expect(found).toContain(rule)
})
