import { and, asc, eq } from 'drizzle-orm'
import type { Autoresponder } from '../../contract/autoresponders'
import { hasKey, isId } from '../db/keys'
import { hasRecord } from '../db/rows'
import { emailAutoresponders } from '../db/schema/autoresponders'
import { campaigns } from '../db/schema/campaigns'
import { pluginInstances } from '../db/schema/plugins'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { invalid } from '../http/errors'
import { createdOnlyNew } from '../http/idempotency'
import { inOwningOrganization } from '../auth/access'
import type { Services } from './services'

export const autoresponderHandlers = ({ database, now }: Services): Handlers['autoresponders'] => ({
  listEmail: async ({ params: { campaignId }, caller }) => ({
    data: await inOwningOrganization(database, caller, campaignId, 'Campaign', async (tx, orgId) => {
      if (!(await hasRecord(tx, campaigns, orgId, campaignId))) return undefined
      const rows = await tx
        .select({ autoresponder: emailAutoresponders, pluginName: pluginInstances.name })
        .from(emailAutoresponders)
        .innerJoin(
          pluginInstances,
          and(
            eq(pluginInstances.orgId, emailAutoresponders.orgId),
            eq(pluginInstances.id, emailAutoresponders.pluginInstanceId),
          ),
        )
        .where(and(eq(emailAutoresponders.orgId, orgId), eq(emailAutoresponders.campaignId, campaignId)))
        .orderBy(asc(emailAutoresponders.createdAt), asc(emailAutoresponders.id))
      return rows.map(({ autoresponder, pluginName }) => autoresponderOf(autoresponder, pluginName))
    }),
  }),

  createEmail: async (asked) => {
    const {
      params: { campaignId },
      body,
      caller,
    } = asked
    return {
      data: await inOwningOrganization(database, caller, campaignId, 'Campaign', async (tx, orgId) => {
        if (!(await hasRecord(tx, campaigns, orgId, campaignId))) return undefined
        return createdOnlyNew(tx, orgId, asked, now(), async () => {
          const pluginName = await nameOfPlugin(tx, orgId, body.pluginInstanceId)
          const [created] = await tx
            .insert(emailAutoresponders)
            .values({ orgId, campaignId, ...body })
            .returning()
          return created && autoresponderOf(created, pluginName)
        })
      }),
    }
  },
})

/** The plugin must be the organization's own; an unknown one and somebody else's get the same answer. */
async function nameOfPlugin(tx: Transaction, orgId: string, id: string): Promise<string> {
  const [plugin] = isId(id)
    ? await tx
        .select({ name: pluginInstances.name })
        .from(pluginInstances)
        .where(hasKey(pluginInstances, orgId, id))
    : []
  if (plugin) return plugin.name
  throw invalid([{ path: 'body.pluginInstanceId', message: 'There is no such plugin instance in this organization' }])
}

function autoresponderOf(row: typeof emailAutoresponders.$inferSelect, pluginName: string): Autoresponder {
  const { orgId: _orgId, campaignId: _campaignId, createdAt, updatedAt, ...fields } = row
  return {
    ...fields,
    pluginInstance: { name: pluginName },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
