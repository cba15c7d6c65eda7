import { recordOf, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import type { World } from '../engine/world'
import type { RuleId } from '../rules'

/** One organization of the check's own does for every run, as no call deletes it. */
const ownName = 'Two steps of the contract checker'

/** Another one has nothing in it, as an archive goes into an empty one. Where lists go by name it is behind the first. */
export const emptyName = `${ownName}, without anything`

export const ownNames: readonly unknown[] = [ownName, emptyName]

/** Another organization of the account, in which the run sells nothing but for the leaderboard. */
export const quietPlace = ({ first }: World): string | undefined =>
  first.organizations.find(({ id, name }) => id !== first.organizationId && !ownNames.includes(name))?.id

/** An organization of the check's own, made where no earlier run has left it. */
export async function ownOrganization(run: Run, rule: RuleId, called = ownName): Promise<string> {
  const list = await run.succeed(rule, 'organizations.list')
  const known = rowsOf(list).find(({ name }) => name === called)
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
  return made.id
}
