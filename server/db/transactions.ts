import { setTimeout as delay } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { escapeLiteral, type Pool, type PoolClient } from 'pg'
import type { TokenScope } from '../../contract/rules/apiTokens'
import type { Membership } from '../../contract/rules/duties'
import { actingSettings, readsOrdersOf } from './acting'
import { asksForRetry, isConnectionLost, isStatementOutdated } from './errors'
import { isId } from './keys'
import { connected, countFailure, type Counts } from './load'
import { archiveRole } from './roles'
import { planningOnce } from './statements'
import { traced } from '../tracing/tracing'

/** What runs inside a transaction: drizzle's query builder, the same over both engines. It ends with the transaction. */
export type Transaction = Pick<
  NodePgDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | '$with' | 'with' | '$count'
>

/** Who a session belongs to, and where they belong. */
export interface SessionOwner {
  id: string
  email: string
  name: string
  organization_name: string | null
  /** The first joined first. */
  memberships: readonly (Membership & { orgId: string; needsSecondStep?: boolean })[]
  /** Whether the session, or the token, was used within the last minute. */
  is_seen_lately: boolean
}

/** Who has made a live API token, and where they belong: in its organization alone. */
export interface TokenOwner extends SessionOwner {
  token: ApiTokenScope
}

/** What an API token may do. */
export interface ApiTokenScope extends TokenScope {
  id: string
}

/** Whose records are shared, and with whom. */
export interface SharedWith {
  /** Without one, of all that share with the partner what a list of it shows. */
  orgId?: string | undefined
  partnerId: string
  invitation?: string | undefined
  /** Of what the partner has sold only this person’s is seen; everybody’s without one. */
  personId?: string | undefined
}

/** By which collaboration a partner sells, and in whose name it is sold. */
export interface SellingFor {
  orgId: string
  partnerId: string
  collaborationId: string
  /** Of what the partner has sold only this person’s is there; everybody’s without one. */
  personId?: string | undefined
}

export interface Transactions {
  /**
   * Runs `work` in one transaction that sees only the records of one organization. It may run again when the engine
   * asks for a retry (40001, 40P01), so it must not do anything but use `tx`; on PGlite it holds the only connection,
   * so it must not wait for the network, nor open another transaction.
   */
  tenant<T>(orgId: string, work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Runs `work` in one transaction that sees of an organization what it shares with a partner, as the policies of the role
   * `app_partner` say: nothing where the two have no collaboration; without an organization, which campaigns all of them share
   * (0080_received_campaigns). `invitation` is the hash of a link's token, which lets
   * its holder see what they are invited to.
   */
  partner<T>(shared: SharedWith, work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Runs `work` in one transaction of the organization that shares, in which a partner sells: it sees and makes what the
   * policies of the role `app_selling` let a sale by this collaboration see and make (0069_partner_sales).
   */
  selling<T>(sale: SellingFor, work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Runs `work` in one transaction that takes as long as there is much in an organization, as the role `app_archive`: to read all of
   * it as it is at one moment, or to write what happened elsewhere long ago, of which no trigger tells (0097_archives).
   */
  archive<T>(orgId: string, does: 'reads' | 'writes', work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Runs `work` in one transaction that precedes an organization: users, sessions, user tokens, organizations,
   * memberships, invites, the outbox, rate limits, and reading payment links. Nothing else is open to it.
   */
  system<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Tells who a live session belongs to, in one statement, as every request asks it. */
  ownerOf(tokenHash: string): Promise<SessionOwner | undefined>
  /** Tells who a live API token works for, in one statement as well. */
  tokenOwnerOf(tokenHash: string): Promise<TokenOwner | undefined>
  /** Tells the same of any number of tokens of either kind at once, by the token's hash; those that let nobody in are left out. */
  ownersOf(tokenHashes: readonly string[]): Promise<ReadonlyMap<string, SessionOwner>>
}

const attempts = 4

/**
 * Transactions on a pool whose connections pipeline, each with the role and the organization it may see. Where the pool leads
 * to PgBouncer, no session is its own: `settings` are those of every transaction, and no statement has a name. What is `further` selected begins each as well.
 */
export function transactionsOn(
  pool: Pool,
  counted: Counts,
  settings?: Readonly<Record<string, string | number>>,
  further = '',
): Transactions {
  const builderOn = buildersOn(settings ? (client) => client : planningOnce())
  const ofEach = `${settings ? `, ${set(settings)}` : ''}${further}`
  const runOn = <T>(kind: keyof Transactions, begin: string, work: (tx: Transaction) => Promise<T>, last = '') =>
    traced(called(`transaction ${kind}`), () =>
      retrying(() => run(pool, counted, builderOn, `${begin}${ofEach}${last}`, work), counted),
    )
  const named = (name: string) => (settings ? {} : { name })
  return {
    async ownerOf(tokenHash) {
      const asked = { ...named('caller_of'), text: 'select * from caller_of($1)', values: [tokenHash] }
      const { rows } = await traced(called('caller_of'), () => pool.query<SessionOwner>(asked))
      return rows[0]
    },
    async tokenOwnerOf(tokenHash) {
      const asked = { ...named('token_caller_of'), text: 'select * from token_caller_of($1)', values: [tokenHash] }
      const { rows } = await traced(called('token_caller_of'), () => pool.query<TokenOwner>(asked))
      return rows[0]
    },
    async ownersOf(tokenHashes) {
      const { rows } = await pool.query<SessionOwner & { hash: string }>({
        ...named('callers_of'),
        text: `select asked.hash, owner.* from unnest($1::text[]) as asked (hash), caller_of(asked.hash) as owner
          union all
          select asked.hash, owner.id, owner.email, owner.name, owner.organization_name, owner.memberships, owner.is_seen_lately
          from unnest($1::text[]) as asked (hash), token_caller_of(asked.hash) as owner`,
        values: [tokenHashes],
      })
      return new Map(rows.map(({ hash, ...owner }) => [hash, owner]))
    },
    async tenant(orgId, work) {
      // The id goes into the text of a statement, so nothing but a UUID may pass.
      if (!isId(orgId)) throw new TypeError(`not an organization's id: ${JSON.stringify(orgId)}`)
      const seller = readsOrdersOf(orgId)
      // Of the same rights, but for the orders of others (0063_own_orders).
      const as =
        seller === undefined
          ? "set_config('role', 'app_rw', true)"
          : `set_config('role', 'app_own', true), set_config('app.user_id', ${escapeLiteral(seller)}, true)`
      const begin = `begin; select ${as}, set_config('app.org_id', '${orgId}', true)${actingSettings()}`
      return runOn('tenant', begin, work)
    },
    async partner({ orgId = '', partnerId, invitation = '', personId = '' }, work) {
      if (!(orgId === '' || isId(orgId)) || !isId(partnerId) || !/^[\da-f]*$/.test(invitation)) {
        throw new TypeError(`not two organizations: ${JSON.stringify([orgId, partnerId])}`)
      }
      const of = { role: 'app_partner', 'app.org_id': orgId, 'app.partner_id': partnerId }
      const begin = `begin; select ${set({ ...of, 'app.invitation': invitation, 'app.user_id': personId })}${actingSettings()}`
      return runOn('partner', begin, work)
    },
    async selling({ orgId, partnerId, collaborationId, personId = '' }, work) {
      if (![orgId, partnerId, collaborationId].every(isId)) {
        throw new TypeError(`not a collaboration: ${JSON.stringify([orgId, partnerId, collaborationId])}`)
      }
      const of = { role: 'app_selling', 'app.org_id': orgId, 'app.partner_id': partnerId }
      const begin = `begin; select ${set({ ...of, 'app.collaboration_id': collaborationId, 'app.user_id': personId })}${actingSettings()}`
      return runOn('selling', begin, work)
    },
    async archive(orgId, does, work) {
      if (!isId(orgId)) throw new TypeError(`not an organization's id: ${JSON.stringify(orgId)}`)
      const of = {
        role: archiveRole,
        'app.org_id': orgId,
        timezone: 'UTC',
        statement_timeout: 0,
        idle_in_transaction_session_timeout: 0,
      }
      const kind = does === 'reads' ? 'begin isolation level repeatable read read only' : 'begin'
      // Behind the settings of every transaction, which are shorter.
      return runOn('archive', `${kind}; select true`, work, `, ${set(of)}${actingSettings()}`)
    },
    async system(work) {
      const begin = `begin; select set_config('role', 'app_system', true), set_config('app.org_id', '', true)${actingSettings()}`
      return runOn('system', begin, work)
    },
  }
}

/** What is asked of PostgreSQL, as it is traced: by its name, without any value. */
const called = (name: string) => ({ name, kind: 'call' as const, facts: { 'db.system.name': 'postgresql' } })

/** Settings of one transaction alone. */
const set = (settings: Readonly<Record<string, string | number>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', ${escapeLiteral(String(value))}, true)`)
    .join(', ')

/** What builds statements on each connection of a pool, made once for each. */
function buildersOn(sending: (client: PoolClient) => PoolClient): (client: PoolClient) => Transaction {
  const known = new WeakMap<PoolClient, NodePgDatabase>()
  return (client) => {
    const builder = known.get(client) ?? drizzle(sending(client))
    known.set(client, builder)
    return builder
  }
}

async function run<T>(
  pool: Pool,
  counted: Counts,
  builderOn: (client: PoolClient) => Transaction,
  begin: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await connected(pool, counted)
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
    countFailure(error, counted)
    const isUseless = isConnectionLost(error) || isStatementOutdated(error)
    broken = isUseless ? new Error('lost', { cause: error }) : await rolledBack(client)
    throw error
  } finally {
    client.release(broken)
  }
}

/** Undefined, or why the connection can't be used again. */
const rolledBack = (client: PoolClient): Promise<Error | undefined> =>
  client.query('rollback').then(
    () => undefined,
    (reason: Error) => reason,
  )

/** Both results once both have settled; the first's failure is thrown before the second's. */
async function settledInOrder<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([first, second])
  if (a.status === 'rejected') throw a.reason
  if (b.status === 'rejected') throw b.reason
  return [a.value, b.value]
}

async function retrying<T>(transaction: () => Promise<T>, counted: Counts): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt === attempts || !asksForRetry(error)) throw error
      counted.retries += 1
      await delay(2 ** attempt * 5 * (0.5 + Math.random()))
    }
  }
}
