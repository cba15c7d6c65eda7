import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Session } from '../../contract/extensions/users'
import { apiTokenName, apiTokenStart, type TokenScope } from '../../contract/rules/apiTokens'
import type { Membership } from '../../contract/rules/duties'
import { whyOut } from '../../contract/rules/members'
import type { User } from '../../contract/users'
import type { Database } from '../db/database'
import { hasKey } from '../db/keys'
import { apiTokens } from '../db/schema/apiTokens'
import type { ApiTokenScope, SessionOwner, Transaction } from '../db/transactions'
import { sessions } from '../db/schema/users'
import { tokenHash } from '../db/tokens'
import { unauthorized } from '../http/errors'
import { disabledMaker, endOf, refuseOutsider } from './outsiders'
import { networkOf, shownNetwork } from '../http/network'
import { deviceOf } from './device'
import { lifetimeText } from './lifetimes'

/** What a person is to one of their organizations. */
export interface OwnMembership extends Membership {
  orgId: string
  /** What the API token may do that they ask by, if they do. */
  scope?: TokenScope | undefined
}

/** Who makes a request. */
export interface Caller {
  userId: string
  user: User
  /** The organizations that the caller belongs to and may work in, the first joined first. */
  memberships: readonly OwnMembership[]
  /** Those that are closed to them until they have a second step at sign-in; absent where there are none. */
  closed?: readonly OwnMembership[] | undefined
  tokenHash: string
  /** The API token that a program asks by, for the user; absent where they ask themselves. */
  token?: ApiTokenScope | undefined
  /** How timelines and the audit call who asks. */
  name: string
  /** The organizations that the request turns out to be about. */
  entered?: Set<string>
}

/** Where a request comes from. */
export interface Origin {
  userAgent?: string | undefined
  /** As `networkOf` tells it. */
  network?: string | undefined
}

/** A new secret to hand out: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/**
 * Opens a session and returns its token, which is kept only as a hash. The database tells how long it lasts, so its clock
 * says when it begins: one node's may be wrong. Throws a 403 for whoever may work in no organization.
 */
export async function openSession(
  tx: Transaction,
  userId: string,
  { userAgent, network }: Origin = {},
): Promise<string> {
  await refuseOutsider(tx, userId)
  const token = newToken()
  await tx.insert(sessions).values({
    tokenHash: tokenHash(token),
    userId,
    lastSeenAt: sql`now()`,
    idleExpiresAt: sql`now() + ${lifetimeText('idleSession')}::interval`,
    expiresAt: sql`now() + ${lifetimeText('session')}::interval`,
    device: deviceOf(userAgent),
    network: network === undefined ? null : shownNetwork(network),
  })
  return token
}

export const endSession = (tx: Transaction, hash: string) => tx.delete(sessions).where(eq(sessions.tokenHash, hash))

/** Ends a session of the person's own; undefined when they have none of this id. */
export async function endSessionOf(tx: Transaction, userId: string, id: string): Promise<true | undefined> {
  const own = and(eq(sessions.userId, userId), eq(sessions.id, id))
  const ended = await tx.delete(sessions).where(own).returning({ id: sessions.id })
  return ended.length > 0 || undefined
}

/** Ends every session of the caller but the one that asks. */
export async function endOtherSessions(tx: Transaction, { userId, tokenHash: own }: Caller): Promise<number> {
  const others = and(eq(sessions.userId, userId), ne(sessions.tokenHash, own))
  return (await tx.delete(sessions).where(others).returning({ id: sessions.id })).length
}

export const endAllSessions = (tx: Transaction, userId: string) =>
  tx.delete(sessions).where(eq(sessions.userId, userId))

export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]

/** Tells the caller by the bearer token, of a session or of a program, the only credential there is. Throws a 401. */
export async function authenticate(database: Database, request: FastifyRequest): Promise<Caller> {
  const token = bearerOf(request)
  if (token === undefined) throw unauthorized()
  const hash = tokenHash(token)
  if (token.startsWith(apiTokenStart)) return authenticateToken(database, hash, request)
  const owner = await database.ownerOf(hash)
  if (!owner)
    throw (await database.system((tx) => endOf(tx, hash))) ?? unauthorized('Your session has expired. Sign in again.')
  if (!owner.is_seen_lately) await database.system((tx) => markSeen(tx, hash, shownNetwork(networkOf(request.ip))))
  return { ...callerOf(owner, hash), name: owner.name || owner.email, entered: new Set() }
}

/** Tells whom an API token works for. */
async function authenticateToken(database: Database, hash: string, request: FastifyRequest): Promise<Caller> {
  const owner = await database.tokenOwnerOf(hash)
  const [own] = owner?.memberships ?? []
  if (!owner || !own) {
    const kept = await database.system((tx) => disabledMaker(tx, hash))
    throw unauthorized(
      kept ? whyOut.disabled(kept) : 'This API token has expired or was revoked. Make a new one in Offerdesk.',
    )
  }
  const { token } = owner
  if (!owner.is_seen_lately) {
    await database.tenant(own.orgId, (tx) => markUsed(tx, [own.orgId, token.id], shownNetwork(networkOf(request.ip))))
  }
  const memberships = [{ ...own, scope: token }]
  // A program has no second step; what its maker needs for themselves is none of it.
  return { ...callerOf(owner, hash), memberships, closed: [], token, name: apiTokenName(token.name) }
}

const callerOf = (owner: SessionOwner, hash: string): Omit<Caller, 'name'> => ({
  userId: owner.id,
  user: userOf({ ...owner, organizationName: owner.organization_name }),
  memberships: owner.memberships.filter(isOpen),
  closed: owner.memberships.filter((own) => !isOpen(own)),
  tokenHash: hash,
})

/** Whether a person may work in the organization as they sign in now. */
export const isOpen = ({ needsSecondStep }: { needsSecondStep?: boolean }): boolean => needsSecondStep !== true

const markUsed = (tx: Transaction, [orgId, id]: [orgId: string, id: string], lastUsedNetwork: string) =>
  tx
    .update(apiTokens)
    .set({ lastUsedAt: sql`now()`, lastUsedNetwork })
    .where(hasKey(apiTokens, orgId, id))

async function markSeen(tx: Transaction, hash: string, network: string) {
  const idleExpiresAt = sql`least(now() + ${lifetimeText('idleSession')}::interval, ${sessions.expiresAt})`
  await tx
    .update(sessions)
    .set({ lastSeenAt: sql`now()`, idleExpiresAt, network })
    .where(eq(sessions.tokenHash, hash))
}

/** More than anybody reads; ending all others ends what is beyond them, too. */
const mostShown = 200

/** Where the caller is signed in: here first, then where they were seen last. */
export async function sessionsOf(tx: Transaction, { userId, tokenHash: own }: Caller): Promise<Session[]> {
  const isCurrent = sql<boolean>`${sessions.tokenHash} = ${own}`
  const rows = await tx
    .select({ ...shownColumns, isCurrent })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.idleExpiresAt, sql`now()`), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(isCurrent), desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(mostShown)
  return rows.map(({ createdAt, lastSeenAt, ...shown }) => ({
    ...shown,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }))
}

const shownColumns = {
  id: sessions.id,
  device: sessions.device,
  network: sessions.network,
  createdAt: sessions.createdAt,
  lastSeenAt: sessions.lastSeenAt,
}

/** A user in the contract's shape, as if they had never chosen how the app looks for them. */
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
}): User => ({ id, email, name, organizationName, preferences: null })
