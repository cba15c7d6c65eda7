import type { Run } from '../engine/run'
import { attempt, needsSecond } from '../engine/steps'
import type { World } from '../engine/world'
import { intrude } from './intrusion'
import { checkScope } from './ownOrganizations'

/** Each account asks for what belongs to the other. */
export async function checkTenants(run: Run, world: World): Promise<void> {
  const { first, second } = world
  await attempt(run, 'access.scope', () => checkScope(run, world))
  if (second === undefined) {
    for (const rule of [
      'access.foreignPath',
      'access.foreignBody',
      'access.foreignQuery',
      'access.foreignFilter',
      'access.nothingForeign',
      'access.organizations',
    ] as const) {
      run.recorder.skip(
        rule,
        run.second === undefined ? needsSecond : 'the second account has nothing of its own to look for',
      )
    }
    return
  }
  await intrude(run, world, first, second)
  await intrude(run, world, second, first)
}
