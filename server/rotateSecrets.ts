import { and, eq } from 'drizzle-orm'
import type { Database } from './db/database'
import { hasKey } from './db/keys'
import { gatewayInstances } from './db/schema/gateways'
import { organizations } from './db/schema/organizations'
import { pluginInstances } from './db/schema/plugins'
import type { Secrets } from './secrets'

/** Every table with a column of sealed secrets. */
const sealed = [gatewayInstances, pluginInstances]

/** Seals anew by the newest key whatever another one has sealed; returns how many secrets that were. */
export async function resealAll(database: Pick<Database, 'system' | 'tenant'>, secrets: Secrets): Promise<number> {
  const everyone = await database.system((tx) => tx.select({ id: organizations.id }).from(organizations))
  let resealed = 0
  for (const { id: orgId } of everyone) {
    resealed += await database.tenant(orgId, async (tx) => {
      let count = 0
      for (const table of sealed) {
        const rows = await tx
          .select({ id: table.id, secrets: table.secrets })
          .from(table)
          .where(eq(table.orgId, orgId))
          .for('update')
        for (const row of rows) {
          if (row.secrets === null || secrets.isCurrent(row.secrets)) continue
          await tx
            .update(table)
            .set({ secrets: secrets.seal(secrets.unseal(row.secrets)) })
            .where(and(hasKey(table, orgId, row.id), eq(table.secrets, row.secrets)))
          count += 1
        }
      }
      return count
    })
  }
  return resealed
}
