import { rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import type { Agency } from './agentDuties'
import { save } from './savedRecords'
import { ownView } from './savedViews'

const rule = 'savedViews.share'

/** A view that an owner shares with everybody. */
export async function sharedView({ run, world, shop }: Agency): Promise<string> {
  const body = ownView(shop.tenant.organizationId, `${world.marker} of all`)
  const [{ id }] = await save(run, rule, 'savedViews', { account: run.first }, { body })
  await run.succeed(rule, 'savedViews.share', { params: { savedViewId: id }, body: { isShared: true } })
  return id
}

/**
 * A view that is shared is changed by whoever may share views, and by no other. Shared no more it is whose it was, whoever has
 * ended that.
 */
export async function changeShared(agency: Agency, savedViewId: string, mayShare: boolean): Promise<void> {
  const { run, world, shop, agent: as } = agency
  const params = { savedViewId }
  const rename = { as, params, body: { name: `${world.marker} of all, renamed` } }
  if (!mayShare) {
    await run.refuse(rule, 'savedViews.update', { ...rename, isValid: true }, [403])
    return
  }
  await run.succeed(rule, 'savedViews.update', rename)
  await run.succeed(rule, 'savedViews.share', { as, params, body: { isShared: false } })
  await isTheirsAgain(run, shop.tenant.organizationId, agency, savedViewId)
  await run.succeed(rule, 'savedViews.delete', { params })
}

async function isTheirsAgain(run: Run, organizationId: string, { agent }: Agency, id: string): Promise<void> {
  for (const as of [run.first, agent]) {
    const exchange = await run.succeed(rule, 'savedViews.list', { as, query: { organizationId } })
    const row = rowsOf(exchange).find((one) => one.id === id)
    const isRight = as === agent ? row === undefined : row?.['isShared'] === false
    const expected = as === agent ? 'no view of somebody else that is shared no more' : 'the view, for who has made it'
    run.verify(rule, exchange, isRight, expected, JSON.stringify(row ?? null))
  }
}
