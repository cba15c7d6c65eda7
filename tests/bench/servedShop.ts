import { openSession } from '../../server/auth/sessions'
import { openDatabase } from '../../server/db/database'
import { memberships } from '../../server/db/schema/organizations'
import { users } from '../../server/db/schema/users'
import { startServer } from '../e2e/startServer'
import { freePort } from '../freePort'
import { createShop } from '../server/db/fixtures'
import { scratchPostgres } from '../server/postgres'

/** A shop on PostgreSQL behind a server process of its own, and its owner, who has signed in; undefined where there is no PostgreSQL. */
export async function servedShop(name: string) {
  const scratch = await scratchPostgres()
  if (scratch?.databaseUrl === undefined) return undefined
  const { databaseUrl } = scratch
  const database = await openDatabase(scratch)
  const shop = await createShop(database, name)
  const token = await database.system(async (tx) => {
    const person = { email: 'owner@offerdesk.example', name: 'Owner', passwordHash: '-' }
    const [user] = await tx.insert(users).values(person).returning({ id: users.id })
    await tx.insert(memberships).values({ orgId: shop.orgId, userId: user?.id ?? '', role: 'owner' })
    return openSession(tx, user?.id ?? '')
  })
  const server = await startServer(await freePort(), {
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'silent',
    NODE_ENV: 'development',
  })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return {
    shop,
    database,
    databaseUrl,
    server,
    /** Asks as the owner. */
    ask: (method: string, path: string, body?: object) =>
      fetch(`${server.url}/api/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
    stop: async () => {
      await server.stop()
      await database.close()
      await scratch.stop()
    },
  }
}
