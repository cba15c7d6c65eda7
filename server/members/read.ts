import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { MembersAsked, OrganizationMember } from '../../contract/extensions/members'
import type { Caller } from '../auth/sessions'
import { memberDevices, memberships } from '../db/schema/organizations'
import { orders } from '../db/schema/orders'
import { users } from '../db/schema/users'
import { folded } from '../db/schema/columns'
import { hasWords } from '../db/patterns'
import { named } from '../db/rows'
import type { Transaction } from '../db/transactions'

const lastSeenAt = sql<string | null>`(select max(${memberDevices.lastSeenAt}) from ${memberDevices}
  where ${memberDevices.orgId} = ${memberships.orgId} and ${memberDevices.userId} = ${memberships.userId})`
const ordersCount = sql<number>`(select count(*)::integer from ${orders}
  where ${orders.orgId} = ${memberships.orgId} and ${orders.agentId} = ${memberships.userId})`
const isOwner = sql`(${memberships.role} = 'owner' and ${memberships.disabledAt} is null)`
const owners = sql`(select count(*) from memberships as others where others.org_id = ${memberships.orgId}
  and others.role = 'owner' and others.disabled_at is null)`

const columns = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: memberships.role,
  joinedAt: memberships.createdAt,
  disabledAt: memberships.disabledAt,
  disabledByName: memberships.disabledByName,
  isLastOwner: sql<boolean>`${isOwner} and ${owners} = 1`,
  lastSeenAt,
  ordersCount,
  hasTwoSteps: sql<boolean>`${users.id} in (select user_id from members_with_two_steps())`,
}

/** What a list is sorted by, as the contract names it. */
const sorts: Record<MembersAsked['sortBy'], SQL> = {
  name: folded(users.name),
  email: sql`${users.email} collate "C"`,
  state: sql`${memberships.disabledAt} is not null`,
  joinedAt: sql`${memberships.createdAt}`,
  lastSeenAt,
  ordersCount,
}

type Narrowed = Pick<MembersAsked, 'q' | 'state'>
const foundMembers = (orgId: string, { q = '', state }: Narrowed) =>
  and(
    eq(memberships.orgId, orgId),
    state && (state === 'active' ? isNull : isNotNull)(memberships.disabledAt),
    hasWords(sql`folded(${users.name} || ' ' || ${users.email})`, q),
  )
const inOrder = ({ sortBy, sortOrder }: Pick<MembersAsked, 'sortBy' | 'sortOrder'>) => [
  sql`${sorts[sortBy]} ${sql.raw(sortOrder)} nulls last`,
  (sortOrder === 'asc' ? asc : desc)(users.id),
]

/** The statement that tells all of them, by the names of the contract. */
export const everyMember = (tx: Transaction, orgId: string, asked: Omit<MembersAsked, 'limit' | 'page'>): SQL => {
  const state = sql`case when ${memberships.disabledAt} is null then 'active' else 'disabled' end`
  const { name, email, joinedAt } = columns
  return tx
    .select(named({ name, email, state, joinedAt, lastSeenAt, ordersCount }))
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(foundMembers(orgId, asked))
    .orderBy(...inOrder(asked))
    .getSQL()
}

/** A page of those who belong to an organization, and how many there are. */
export async function membersPage(
  tx: Transaction,
  orgId: string,
  caller: Caller,
  { limit, page, ...asked }: MembersAsked,
): Promise<{ data: OrganizationMember[]; total: number }> {
  const found = foundMembers(orgId, asked)
  const [rows, [counted]] = await Promise.all([
    people(tx)
      .where(found)
      .orderBy(...inOrder(asked))
      .limit(limit)
      .offset((page - 1) * limit),
    tx
      .select({ total: sql<number>`count(*)::integer` })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(found),
  ])
  return { data: rows.map((row) => shownMember(row, caller)), total: counted?.total ?? 0 }
}

export async function memberOf(
  tx: Transaction,
  orgId: string,
  userId: string,
  caller: Caller,
): Promise<OrganizationMember | undefined> {
  const [row] = await people(tx).where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId)))
  return row && shownMember(row, caller)
}

/** Where somebody has worked in the organization, the last seen first; of very many only those. */
export async function devicesOf(tx: Transaction, orgId: string, userId: string) {
  const rows = await tx
    .select()
    .from(memberDevices)
    .where(and(eq(memberDevices.orgId, orgId), eq(memberDevices.userId, userId)))
    .orderBy(desc(memberDevices.lastSeenAt), desc(memberDevices.sessionId))
    .limit(50)
  return rows.map(({ sessionId, device, network, firstSeenAt, lastSeenAt: seen }) => ({
    id: sessionId,
    device,
    network,
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: seen.toISOString(),
  }))
}

const people = (tx: Transaction) =>
  tx.select(columns).from(memberships).innerJoin(users, eq(users.id, memberships.userId))

type Row = Awaited<ReturnType<typeof people>>[number]

function shownMember(
  { role, joinedAt, disabledAt, lastSeenAt: seen, ...row }: Row,
  caller: Caller,
): OrganizationMember {
  return {
    ...row,
    state: disabledAt === null ? 'active' : 'disabled',
    changesSettings: role === 'owner',
    isSelf: row.id === caller.userId,
    joinedAt: joinedAt.toISOString(),
    lastSeenAt: seen === null ? null : new Date(seen).toISOString(),
    disabledAt: disabledAt?.toISOString() ?? null,
  }
}
