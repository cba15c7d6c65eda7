import { recordOf, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import type { RuleId } from '../rules'

/** One organization of the check's own does for every run, as no call deletes it. */
export const ownName = 'Two steps of the contract checker'

/** The organization of the check's own, made where no earlier run has left it. */
export async function ownOrganization(run: Run, rule: RuleId): Promise<string> {
  const list = await run.succeed(rule, 'organizations.list')
  const known = rowsOf(list).find(({ name }) => name === ownName)
  if (known !== undefined) return known.id
  const made = recordOf(await run.succeed(rule, 'users.createOrganization', { body: { name: ownName } }))
  run.journal.add({
    what: 'nothing',
    left: `organization ${made.id}: it is the check’s own, for every run, as no call deletes it`,
  })
  return made.id
}
