import { Blocked, CouldNotRun, RateLimited } from './errors'
import { type Row, rowsOf } from './listing'
import type { Run } from './run'
import type { World } from './world'

/**
 * Takes away what the run made and puts back what it changed; returns what is left, in words. Nothing of it is judged:
 * what is broken was found before. Works on after an interruption.
 */
export async function cleanUp(run: Run, world: World | undefined): Promise<string[]> {
  if (world === undefined || run.options.readOnly) return []
  run.sender.ignoreInterruption()
  const { made } = world
  const left: string[] = []
  await run.recorder.muted(async () => {
    await collectStrays(run, world)
    for (const [id, account] of made.offers) {
      const isGone = await isAnswered(run, 'offers.delete', { as: account, params: { offerId: id } }, [200, 204, 404])
      if (!isGone) left.push(`offer ${id}`)
    }
    for (const [id, account] of made.customers) {
      const ask = { as: account, params: { customerId: id } }
      const isGone = await isAnswered(run, 'customers.delete', ask, [200, 204, 404])
      if (!isGone) left.push(`customer ${id}`)
    }
    for (const [campaignId, { account, fields }] of made.campaigns) {
      const isBack = await isAnswered(
        run,
        'campaigns.update',
        { as: account, params: { campaignId }, body: fields },
        [200],
      )
      if (!isBack) left.push(`changed fields ${Object.keys(fields).join(', ')} of campaign ${campaignId}`)
    }
    if (made.profile !== undefined) {
      const isBack = await isAnswered(run, 'users.update', { body: made.profile }, [200])
      if (!isBack) left.push(`changed fields ${Object.keys(made.profile).join(', ')} of the signed-in user`)
    }
  })
  return [...left, ...made.kept]
}

async function isAnswered(
  run: Run,
  name: string,
  ask: Parameters<Run['ask']>[1],
  statuses: number[],
): Promise<boolean> {
  try {
    return statuses.includes((await run.ask(name, ask)).status)
  } catch (error) {
    if (error instanceof Blocked || error instanceof RateLimited || error instanceof CouldNotRun) return false
    throw error
  }
}

/** Offers and customers with the run's marker in their name that it does not know of, such as those of a request that had to be refused. */
async function collectStrays(run: Run, { first, second, marker, made }: World): Promise<void> {
  const terms = [marker, `yw${marker.slice(2)}`]
  for (const tenant of second === undefined ? [first] : [first, second]) {
    for (const q of terms) {
      for (const resource of ['offers', ...(run.isFull ? ['customers' as const] : [])] as const) {
        const body = { organizationId: tenant.organizationId, resource, q, limit: 100, page: 1 }
        for (const { id } of await found(run, tenant.account, body, terms)) made[resource].set(id, tenant.account)
      }
    }
  }
}

async function found(run: Run, as: World['first']['account'], body: unknown, terms: readonly string[]): Promise<Row[]> {
  try {
    const rows = rowsOf(await run.ask('search.search', { as, body }))
    const isNamed = (name: unknown) => terms.some((term) => typeof name === 'string' && name.includes(term))
    return rows.filter(({ displayName, firstName, email }) => [displayName, firstName, email].some(isNamed))
  } catch (error) {
    if (error instanceof Blocked || error instanceof RateLimited || error instanceof CouldNotRun) return []
    throw error
  }
}
