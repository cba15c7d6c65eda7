import { setTimeout as delay } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database, SessionOwner, Transaction } from './database'
import { asksForRetry } from './errors'

const attempts = 4
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Transactions on a pool whose connections pipeline, each with the role and the organization it may see. */
export function transactionsOn(pool: pg.Pool): Pick<Database, 'tenant' | 'system' | 'ownerOf'> {
  return {
    async ownerOf(tokenHash) {
      const { rows } = await pool.query<SessionOwner>({
        name: 'session_of',
        text: 'select * from session_of($1)',
        values: [tokenHash],
      })
      return rows[0]
    },
    async tenant(orgId, work) {
      // The id goes into the text of a statement, so nothing but a UUID may pass.
      if (!uuid.test(orgId)) throw new TypeError(`not an organization's id: ${JSON.stringify(orgId)}`)
      const begin = `begin; select set_config('role', 'app_rw', true), set_config('app.org_id', '${orgId}', true)`
      return retrying(() => run(pool, begin, work))
    },
    async system(work) {
      const begin = `begin; select set_config('role', 'app_system', true), set_config('app.org_id', '', true)`
      return retrying(() => run(pool, begin, work))
    },
  }
}

const builders = new WeakMap<pg.PoolClient, NodePgDatabase>()

function builderOn(client: pg.PoolClient): Transaction {
  const builder = builders.get(client) ?? drizzle(client)
  builders.set(client, builder)
  return builder
}

async function run<T>(pool: pg.Pool, begin: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    // Sent together with the first statement of the work. Should it fail, the transaction is aborted and that
    // statement is refused.
    const begun = client.query(begin)
    const [, result] = await settledInOrder(begun, work(builderOn(client)))
    const { command } = await client.query('commit')
    // A failure that the work swallowed: PostgreSQL answers the commit with a rollback.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back')
    return result
  } catch (error) {
    broken = await client.query('rollback').then(
      () => undefined,
      (reason: Error) => reason,
    )
    throw error
  } finally {
    client.release(broken)
  }
}

/** Both results once both have settled; the first's failure is told before the second's. */
async function settledInOrder<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([first, second])
  if (a.status === 'rejected') throw a.reason
  if (b.status === 'rejected') throw b.reason
  return [a.value, b.value]
}

async function retrying<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt === attempts || !asksForRetry(error)) throw error
      await delay(2 ** attempt * 5 * (0.5 + Math.random()))
    }
  }
}
