import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Membership } from '../../contract/rules/duties'
import type { User } from '../../contract/users'
import type { Database } from '../db/database'
import type { Transaction } from '../db/transactions'
import { sessions } from '../db/schema/users'
import { tokenHash } from '../db/tokens'
import { unauthorized } from '../http/errors'
import { lifetimeText } from './lifetimes'

/** What a person is to one of their organizations. */
export interface OwnMembership extends Membership {
  orgId: string
}

/** Who makes a request. */
export interface Caller {
  userId: string
  user: User
  /** The organizations that the caller belongs to, the first joined first. */
  memberships: readonly OwnMembership[]
  tokenHash: string
}

/** A new secret to hand out: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/**
 * Opens a session and returns its token, which is kept only as a hash. The database tells how long it lasts, so its clock
 * says when it begins: one node's may be wrong.
 */
export async function openSession(tx: Transaction, userId: string): Promise<string> {
  const token = newToken()
  await tx.insert(sessions).values({
    tokenHash: tokenHash(token),
    userId,
    lastSeenAt: sql`now()`,
    idleExpiresAt: sql`now() + ${lifetimeText('idleSession')}::interval`,
    expiresAt: sql`now() + ${lifetimeText('session')}::interval`,
  })
  return token
}

export const endSession = (tx: Transaction, hash: string) => tx.delete(sessions).where(eq(sessions.tokenHash, hash))
export const endAllSessions = (tx: Transaction, userId: string) =>
  tx.delete(sessions).where(eq(sessions.userId, userId))

export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]

/** Tells the caller by the bearer token, the only credential there is. Throws a 401. */
export async function authenticate(database: Database, request: FastifyRequest): Promise<Caller> {
  const token = bearerOf(request)
  if (token === undefined) throw unauthorized()
  const hash = tokenHash(token)
  const owner = await database.ownerOf(hash)
  if (!owner) throw unauthorized('Your session has expired. Sign in again.')
  if (!owner.is_seen_lately) await database.system((tx) => markSeen(tx, hash))
  return {
    userId: owner.id,
    user: userOf({ ...owner, organizationName: owner.organization_name }),
    memberships: owner.memberships,
    tokenHash: hash,
  }
}

async function markSeen(tx: Transaction, hash: string) {
  const idleExpiresAt = sql`least(now() + ${lifetimeText('idleSession')}::interval, ${sessions.expiresAt})`
  await tx
    .update(sessions)
    .set({ lastSeenAt: sql`now()`, idleExpiresAt })
    .where(eq(sessions.tokenHash, hash))
}

/** A user in the contract's shape. */
export const userOf = ({
  id,
  email,
  name,
  organizationName,
}: {
  id: string
  email: string
  name: string
  organizationName: string | null
}): User => ({ id, email, name, organizationName })
