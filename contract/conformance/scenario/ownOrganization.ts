import { standardPermissions } from '../../agentPermissions'
import { longestName } from '../../extensions/organizations'
import { difference, disagreement } from '../engine/compare'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import { filled } from '../generate/limits'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { textOf } from '../engine/text'
import type { World } from '../engine/world'
import type { RuleId } from '../rules'

/** One organization of the check's own does for every run, as no call deletes it. */
const ownName = 'Two steps of the contract checker'

/** Another one has nothing in it, as an archive goes into an empty one. Where lists go by name it is behind the first. */
export const emptyName = `${ownName}, without anything`

/** In a third one people come and go: an organization invites somebody only so often a day. */
export const leftName = `${ownName}, where somebody leaves`

/** It may have been left with other capitals, and with more behind its name. */
const isCalled = (name: unknown, called: string) => {
  const text = textOf(name ?? '').toLowerCase()
  const isOther = called === ownName && [emptyName, leftName].some((one) => text.startsWith(one.toLowerCase()))
  return text.startsWith(called.toLowerCase()) && !isOther
}

/** Whether an organization is the check's own. */
export const isOwnName = (name: unknown): boolean =>
  [ownName, emptyName, leftName].some((called) => isCalled(name, called))

/** Other names by which it is found as well, should a run end before it is put back: with marks, and as long as may be. */
export const otherNames = (name: string): string[] => {
  const other = `${name.replace('contract', 'Contract')} <b>&amp; 名`
  return [`  ${other} `, filled(`${other} `, longestName)]
}

/** Another organization of the account, in which the run sells nothing but for the leaderboard. */
export const quietPlace = ({ first }: World): string | undefined =>
  first.organizations.find(({ id, name }) => id !== first.organizationId && !isOwnName(name))?.id

/** Whoever makes an organization owns it, alone, and nothing is settled in it that nobody has said. */
async function verifyNew(run: Run, made: Row): Promise<void> {
  const rule = 'organization.change'
  const params = { organizationId: made.id }
  const listed = await run.succeed(rule, 'organizations.list')
  const row = rowsOf(listed).find(({ id }) => id === made.id)
  const unlike = row === undefined ? 'it is not there' : (difference({ role: 'owner' }, row) ?? disagreement(row, made))
  run.verify(rule, listed, unlike === undefined, 'the new organization as its owner’s', unlike)
  const settings = await run.succeed(rule, 'organizations.settings', { params })
  const due = { name: made['name'], hasOrders: false, demandsTwoSteps: false }
  const wrong = difference(due, recordOf(settings))
  run.verify(rule, settings, wrong === undefined, 'a new organization without orders and demands', wrong)
  const permissions = await run.succeed('permissions.change', 'organizations.permissions', { params })
  const settled = difference({ ...standardPermissions }, recordOf(permissions))
  run.verify(
    'permissions.change',
    permissions,
    settled === undefined,
    'what agents may do until it is settled',
    settled,
  )
  const people = await run.succeed('members.list', 'organizations.members', { params })
  run.verify('members.list', people, rowsOf(people).length === 1, 'nobody but whoever has made it')
}

/** An organization of the check's own, made where no earlier run has left it. */
export async function ownOrganization(run: Run, rule: RuleId, called = ownName): Promise<string> {
  const list = await run.succeed(rule, 'organizations.list')
  const known = rowsOf(list).find(({ name }) => isCalled(name, called))
  if (known !== undefined) {
    const why = 'the organizations of the check’s own are there from an earlier run, and no call deletes another one'
    run.recorder.notExercised('users.createOrganization', why)
    return known.id
  }
  const made = recordOf(await run.succeed(rule, 'users.createOrganization', { body: { name: called } }))
  run.journal.add({
    what: 'nothing',
    left: `organization ${made.id}: it is the check’s own, for every run, as no call deletes it`,
  })
  await attempt(run, 'organization.change', () => verifyNew(run, made))
  return made.id
}
