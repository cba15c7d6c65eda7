import { dutyNamed } from '../../permissions'
import { dayIn, daysLater } from '../../rules/days'
import { maxAmount } from '../../schemas'
import { callsOf } from '../engine/calls'
import { checkOrganization } from './organizations'
import { difference } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import { isAboutNow, withOffset } from '../engine/moments'
import type { Run } from '../engine/run'
import { attempt, lookAgain } from '../engine/steps'
import type { Tenant } from '../engine/tenant'
import { textOf } from '../engine/text'
import type { World } from '../engine/world'
import { actorOf, checkFiles, momentOf, subjectOf, verifyKinds } from './auditFiles'
import { refuseForeign } from './intrusion'
import { checkParts, checkSalesLeftOut, checkTimeline, verifySecrets } from './timelines'
import { checkExports } from './listExports'
import { zoneOf } from './ownPlace'
import { verifySold } from './memberRecords'
import { makeOne, refuseOutdated } from './sellingBasics'

/** What the account is to the organization, as far as its backend tells. */
async function isOwner(run: Run, { organizationId }: Tenant): Promise<boolean> {
  const listed = await run.succeed('session.organizations', 'organizations.list')
  return rowsOf(listed).find(({ id }) => id === organizationId)?.['role'] === 'owner'
}

/** What agents may do is settled and put back as it was, and the audit tells both of it (ST-02, AD-01). */
export async function checkPermissions(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'members.list', async () => {
    const me = recordOf(await run.succeed('session.me', 'users.me'))
    const params = { organizationId: world.first.organizationId }
    const listed = await run.succeed('members.list', 'organizations.members', { params })
    const own = rowsOf(listed).filter(({ id }) => id === me.id)
    run.verify('members.list', listed, own.length === 1, 'the account once among the members', `${own.length}`)
    if (run.second === undefined || world.second === undefined) return
    await refuseForeign(run, world.second, world.first, 'organizations.members', { params, isValid: true })
  })
  if (!(await isOwner(run, world.first))) {
    for (const rule of [
      'members.role',
      'organization.change',
      'permissions.change',
      'audit.told',
      'audit.found',
      'audit.timeline',
      'audit.csv',
      'lists.csv',
    ] as const) {
      run.recorder.skip(rule, 'the first account is not told to be an owner of its organization')
    }
    return
  }
  await attempt(run, 'members.role', () => settleRole(run, world))
  await attempt(run, 'organization.change', () => checkOrganization(run, world))
  await attempt(run, 'permissions.change', () => settle(run, world))
  await attempt(run, 'audit.told', () => checkAudit(run, world))
  await attempt(run, 'audit.timeline', () => checkTimeline(run, world))
  await attempt(run, 'audit.timeline', () => checkParts(run, world))
  await attempt(run, 'audit.timeline', () => checkSalesLeftOut(run, world))
  await attempt(run, 'lists.csv', () => checkExports(run, world))
}

/** A colleague is let change settings and kept from it again, and the only owner is left (AU-01). */
async function settleRole(run: Run, { first, second }: World): Promise<void> {
  const { organizationId } = first
  const people = async (): Promise<Row[]> => {
    const ask = { params: { organizationId }, query: { limit: '100', page: '1' } }
    return rowsOf(await run.succeed('members.role', 'members.list', ask))
  }
  const before = await people()
  await attempt(run, 'members.role', () => verifySold(run, organizationId, before))
  const colleague = before.find((one) => one['isSelf'] === false && one['changesSettings'] === false)
  if (colleague === undefined) {
    run.recorder.skip('members.role', 'nobody but owners works in the organization of the first account')
    return
  }
  const params = { organizationId, userId: colleague.id }
  const set = async (role: string, changesSettings: boolean): Promise<void> => {
    const changed = await run.succeed('members.role', 'members.setRole', { params, body: { role } })
    const now = (await people()).find(({ id }) => id === colleague.id)
    run.verify('members.role', changed, now?.['changesSettings'] === changesSettings, `a colleague as ${role}`)
  }
  await set('owner', true)
  for (const body of [{}, { role: 'guest' }]) {
    await run.refuse('members.role', 'members.setRole', { params, body }, [400, 422])
  }
  await set('agent', false)
  const last = before.find((one) => one['isLastOwner'] === true)
  if (last !== undefined) {
    const ask = { params: { organizationId, userId: last.id }, body: { role: 'agent' } }
    await run.refuse('members.role', 'members.setRole', ask, [409])
  }
  if (second === undefined) return
  const ask = { params, body: { role: 'owner' }, isValid: true }
  await refuseForeign(run, second, first, 'members.setRole', ask)
}

/** What is settled for a moment. */
const otherThan = ({ refundLimit, changesOffers, seesAllOrders, exports, sharesViews }: Row) => ({
  refundLimit: Number(refundLimit) === maxAmount ? 12.34 : maxAmount,
  changesOffers: changesOffers !== true,
  seesAllOrders: seesAllOrders !== true,
  exports: exports !== true,
  sharesViews: sharesViews !== true,
})

async function settle(run: Run, { first, second }: World): Promise<void> {
  const params = { organizationId: first.organizationId }
  const ask = { params }
  const now = async (): Promise<Row> =>
    recordOf(await run.succeed('permissions.change', 'organizations.permissions', ask))
  const former = await now()
  const { refundLimit, changesOffers, seesAllOrders, exports, sharesViews } = former
  const other = otherThan(former)
  const set = async (body: Fields, due: Fields, what: string): Promise<void> => {
    const changed = await run.succeed('permissions.change', 'organizations.setPermissions', { ...ask, body })
    const wrong = difference(due, await now())
    run.verify('permissions.change', changed, wrong === undefined, what, wrong)
  }
  await set(other, other, 'what was settled')
  await set({ changesOffers }, { ...other, changesOffers }, 'only the field that was sent changed')
  const listed = await run.succeed('permissions.change', 'organizations.list')
  const told = rowsOf(listed).find(({ id }) => id === params.organizationId)?.['agents']
  const untold = difference({ ...other, changesOffers }, (told ?? {}) as Row)
  run.verify('permissions.change', listed, untold === undefined, 'the same at the organization', untold)
  for (const body of [
    {},
    { refundLimit: -1 },
    { refundLimit: 0.001 },
    { changesOffers: 'often' },
    { seesAllOrders: 'some' },
    { exports: null },
    { sharesViews: 1 },
  ]) {
    await run.refuse('permissions.change', 'organizations.setPermissions', { ...ask, body }, [400, 422])
  }
  await refuseOutdated(run, 'organizations.setPermissions', { ...ask, body: { refundLimit: 1 } }, now)
  const before = { refundLimit, seesAllOrders, exports, sharesViews }
  await set(before, { ...before, changesOffers }, 'what was settled before')
  if (second === undefined) return
  for (const name of ['organizations.permissions', 'organizations.setPermissions']) {
    const body = name === 'organizations.permissions' ? {} : { body: other }
    await refuseForeign(run, second, first, name, { ...ask, ...body, isValid: true })
  }
}

const action = 'organizations.setPermissions'
type Change = { field?: unknown; before?: unknown; after?: unknown; isSecret?: unknown }
const changesOf = (row: Row | undefined) => (Array.isArray(row?.['changes']) ? row['changes'] : []) as Change[]

/** The three changes that `settle` has made are told, by whom, and from what to what. */
async function checkAudit(run: Run, { first, second, marker }: World): Promise<void> {
  const { organizationId } = first
  const list = (query: Fields): Promise<Exchange> =>
    run.succeed('audit.told', 'audit.list', { query: { organizationId, ...query } })
  const me = recordOf(await run.succeed('session.me', 'users.me'))
  const told = await list({ action, limit: '3', page: '1' })
  const [newest, , oldest] = rowsOf(told)
  const { actor } = (newest ?? {}) as { actor?: { id?: unknown; kind?: unknown } }
  run.verify(
    'audit.told',
    told,
    actor?.id === me.id && actor.kind === 'person',
    'who made the change',
    textOf(actor?.id),
  )
  const isUndone = ({ field, before, after }: Change) =>
    changesOf(oldest).some((change) => change.field === field && change.before === after && change.after === before)
  const isPutBack = changesOf(newest).length > 0 && changesOf(newest).every(isUndone)
  run.verify('audit.told', told, isAboutNow(newest?.['createdAt']), 'when it was', textOf(newest?.['createdAt']))
  run.verify('audit.told', told, isPutBack, 'what was settled from what it was, and put back')
  // It is settled as it was before again.
  const before = recordOf(await run.succeed('audit.told', 'organizations.permissions', { params: { organizationId } }))
  const after: Fields = otherThan(before)
  const strange = changesOf(oldest).find(
    (change) =>
      String(change.field) in after &&
      difference({ before: before[String(change.field)], after: after[String(change.field)] }, change) !== undefined,
  )
  run.verify('audit.told', told, strange === undefined, 'values as they are sent and read', JSON.stringify(strange))

  await attempt(run, 'audit.told', async () => {
    // Something that is gone, whatever else was deleted before.
    const [token] = await makeOne(run, first, 'apiTokens', 'audit.told', { organizationId, name: marker, duties: [] })
    await run.succeed('audit.told', 'apiTokens.revoke', { params: { tokenId: token.id } })
  })
  const page = await list({ limit: '100', page: '1' })
  const rows = rowsOf(page)
  const isInOrder = rows.every((row, place) => place === 0 || momentOf(row) <= momentOf(rows[place - 1] as Row))
  run.verify('audit.told', page, isInOrder, 'the newest first')
  await attempt(run, 'audit.found', () => checkFilters(run, list, rows, me))
  await attempt(run, 'audit.found', async () =>
    checkDays(run, list, rows, await zoneOf(run, 'audit.found', organizationId)),
  )
  await attempt(run, 'audit.told', () => checkEverything(run))
  verifyKinds(run, page, rows)
  await attempt(run, 'audit.csv', () => checkFiles(run, organizationId, list, rows))
  // Last, as it adds to what was listed.
  await attempt(run, 'audit.told', () => checkSecrets(run, first, list))
  if (second === undefined) return
  for (const name of ['audit.list', 'audit.csv', 'audit.xlsx']) {
    await refuseForeign(run, second, first, name, { query: { organizationId }, isValid: true })
  }
}

/** What changes nothing of what others work with, or is sent as it was; and jobs, whose changes are told one by one. */
const untold =
  /^(?:bulkJobs|savedViews)\.|^(?:gateways\.rehearse|archives\.addPart|invites\.copyLink|savedReports\.mail|sheetImports\.addLines|organizations\.update|webhooks\.(?:test|sendAgain))$/

/** Whatever was done in an organization of the account's is told. */
async function checkEverything(run: Run): Promise<void> {
  const owned = rowsOf(await run.succeed('audit.told', 'organizations.list')).filter(({ role }) => role === 'owner')
  for (const { name, reads } of callsOf('full')) {
    if (reads || dutyNamed(name) === undefined || untold.test(name) || !run.recorder.isExercised(name)) continue
    let told: Exchange | undefined
    for (const { id: organizationId } of owned) {
      told = await run.succeed('audit.told', 'audit.list', {
        query: { organizationId, action: name, limit: '1', page: '1' },
      })
      if (rowsOf(told).length > 0) break
    }
    if (told !== undefined)
      run.verify('audit.told', told, rowsOf(told).length > 0, `an entry of ${name}, which this check has done`)
  }
}

/** Days are those of the organization, the first and the last of them with all that was done. */
async function checkDays(
  run: Run,
  list: (query: Fields) => Promise<Exchange>,
  rows: Row[],
  zone: string,
): Promise<void> {
  const [newest] = rows
  if (newest === undefined) return
  const day = dayIn(zone, new Date(String(newest['createdAt'])))
  for (const [query, isDue] of [
    [{ createdTo: day }, true],
    [{ createdFrom: day }, true],
    [{ createdFrom: day, createdTo: day }, true],
    [{ createdTo: daysLater(day, -1) }, false],
    [{ createdFrom: daysLater(day, 1) }, false],
  ] as const) {
    const found = await list({ ...query, recordId: (newest['record'] as Row | undefined)?.id, limit: '100', page: '1' })
    const isFound = rowsOf(found).some(({ id }) => id === newest.id)
    const expected = `the entry of ${day} in ${zone} ${isDue ? 'found' : 'not found'} by ${JSON.stringify(query)}`
    run.verify('audit.found', found, isFound === isDue, expected)
  }
}

/** What gives a record a secret, or another one. */
const secretActions = ['gateways.create', 'gateways.update', 'webhooks.create', 'webhooks.rotateSecret']

/** Neither the audit nor a timeline tells anything of a secret. */
async function checkSecrets(run: Run, first: Tenant, list: (query: Fields) => Promise<Exchange>) {
  const { organizationId } = first
  if (!run.lacks('webhooks.rotateSecret')) {
    const body = { organizationId, address: 'https://unknown.offerdesk.example/audit', events: ['order.placed'] }
    const [hook] = await makeOne(run, first, 'webhooks', 'webhooks.secrets', body)
    await run.succeed('webhooks.secrets', 'webhooks.rotateSecret', { params: { webhookId: hook.id }, body: {} })
  }
  const gateways = new Set<string>()
  for (const name of secretActions) {
    const told = await list({ action: name, limit: '10', page: '1' })
    verifySecrets(run, 'audit.told', told)
    for (const row of rowsOf(told)) {
      const { resource, id } = (row['record'] ?? {}) as { resource?: unknown; id?: unknown }
      const isOfSecret = changesOf(row).some(({ isSecret }) => isSecret === true)
      if (isOfSecret && resource === 'gateways') gateways.add(textOf(id))
    }
  }
  for (const recordId of [...gateways].slice(0, 2)) {
    const ask = { params: { resource: 'gateways', recordId }, query: { organizationId, limit: '10', page: '1' } }
    const told = await run.ask('audit.timeline', ask)
    // One that was deleted has none.
    if (told.status === 200) verifySecrets(run, 'audit.timeline', told)
  }
}

async function checkFilters(run: Run, list: (query: Fields) => Promise<Exchange>, rows: Row[], me: Row) {
  const row = rows.find((one) => subjectOf(one).resource !== 'organizations')
  const narrowed: [query: Fields, fits: (one: Row) => boolean][] = [
    [{ action }, (one) => one['action'] === action],
    [{ actorId: me.id }, (one) => actorOf(one) === me.id],
    [{ actorId: me.id, action }, (one) => actorOf(one) === me.id && one['action'] === action],
    [{ createdFrom: '2999-01-01' }, () => false],
    [{ createdTo: '1999-01-01' }, () => false],
  ]
  if (row !== undefined) {
    const { resource, id } = subjectOf(row)
    narrowed.push(
      [{ resource }, (one) => subjectOf(one).resource === resource],
      [{ recordId: id }, (one) => subjectOf(one).id === id],
    )
  }
  // Of a moment that is apart from the one after it, to whatever digits it is kept.
  const apart = rows.findLast((one, place) => place > 0 && momentOf(rows[place - 1] as Row) > momentOf(one) + 2)
  if (apart !== undefined) {
    const at = momentOf(apart)
    narrowed.push(
      [{ createdFrom: withOffset(new Date(at), '-03:30') }, (one) => momentOf(one) >= at],
      [{ createdFrom: new Date(at + 1).toISOString() }, (one) => momentOf(one) > at],
      [{ createdTo: withOffset(new Date(at + 1), '+05:30') }, (one) => momentOf(one) <= at],
    )
  }
  for (const [query, fits] of narrowed) {
    const found = await list({ ...query, limit: '100', page: '1' })
    const told = rowsOf(found)
    const stray = told.find((one) => !fits(one))
    const name = Object.keys(query).join(' and ')
    run.verify('audit.found', found, stray === undefined, `entries by ${name} alone`, stray?.id)
    // What fits on the first page of all is among what is found, too, unless newer ones have moved it to the second.
    const oldest = told.length < 100 ? Number.NEGATIVE_INFINITY : Math.min(...told.map(momentOf))
    const lost = rows.find((one) => fits(one) && momentOf(one) > oldest && !told.some(({ id }) => id === one.id))
    run.verify('audit.found', found, lost === undefined, `every entry by ${name}`, lost?.id)
  }
  const idsOf = (pages: readonly Exchange[]) => pages.flatMap((page) => rowsOf(page).map(({ id }) => id)).join()
  const inPages = async () => {
    const whole = await list({ limit: '4', page: '1' })
    const [one, other] = [await list({ limit: '2', page: '1' }), await list({ limit: '2', page: '2' })]
    return { other, isPaged: idsOf([one, other]) === idsOf([whole]) }
  }
  // Something may be written meanwhile.
  const { other, isPaged } = await lookAgain(run, { looks: 3, pause: 100 }, inPages, (seen) => seen.isPaged)
  run.verify('audit.found', other, isPaged, 'other entries on the second page')
}
