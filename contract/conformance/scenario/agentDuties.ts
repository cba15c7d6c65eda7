import type { Account, Ask } from '../engine/exchange'
import type { Row } from '../engine/listing'
import { recordOf } from '../engine/listing'
import type { Run } from '../engine/run'
import type { Shop, World } from '../engine/world'
import { listOf } from './paying'
import { save } from './savedRecords'
import { ownQuestion } from './savedReports'

const rule = 'members.settled'

/** An agent in an organization where the run settles what agents may do. */
export interface Agency {
  run: Run
  world: World
  shop: Shop
  agent: Account
  /** One that the agent has let in, for all that they may. */
  program: Account | undefined
}

/** What everybody does who works there, whatever its owners have settled. */
export async function doTheirs({ run, world, shop, agent: as }: Agency): Promise<void> {
  const { customer, product, tenant } = shop
  const { organizationId } = tenant
  const ofProduct = { as, params: { productId: product.id } }
  for (const by of [1, -1]) {
    await run.succeed(rule, 'products.adjustStock', { ...ofProduct, body: { by, reason: 'counted' } })
  }
  const note = `${world.marker} of an agent`
  await run.succeed(rule, 'customers.update', { as, params: { customerId: customer.id }, body: { note } })
  const body = { organizationId, name: note, question: ownQuestion }
  const [report] = await save(run, rule, 'savedReports', { account: as }, { body, as })
  await run.succeed(rule, 'savedReports.delete', { as, params: { savedReportId: report.id } })
}

/** The mails of a campaign are changed by those who sell in it, and by no other agent. */
export async function mailWhereTheySell({ run, world, shop, agent: as }: Agency): Promise<void> {
  const { campaign, provider } = shop
  if (provider === undefined || run.lacks('campaigns.setMembers')) return
  const params = { campaignId: campaign.id }
  const me: Row = recordOf(await run.succeed(rule, 'users.me', { as }))
  const { members } = recordOf(await run.succeed(rule, 'campaigns.get', { params }))
  const before = listOf(members).flatMap(({ id }) => (id === me.id ? [] : [id]))
  const settle = (memberIds: string[]) => run.succeed(rule, 'campaigns.setMembers', { params, body: { memberIds } })
  const mail = {
    subject: `${world.marker} of an agent`,
    body: '<p>x</p>',
    event: 'order.completed',
    from: 'checker@offerdesk.example',
    pluginInstanceId: provider.id,
  }
  const write: Ask = { as, params, body: mail }
  await settle(before)
  await run.refuse(rule, 'autoresponders.createEmail', { ...write, isValid: true }, [403])
  await settle([...before, me.id])
  const made = recordOf(await run.succeed(rule, 'autoresponders.createEmail', write))
  await run.succeed(rule, 'autoresponders.delete', { as, params: { autoresponderId: made.id } })
  await settle(before)
}
