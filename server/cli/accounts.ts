import { and, eq, isNull, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import { email as emailAddress, line, newPassword } from '../../contract/schemas'
import { endBegun } from '../auth/endBegun'
import { newOrganization } from '../auth/organizations'
import { refuseGuessable } from '../auth/passwordRules'
import { hashPassword } from '../auth/passwords'
import { endAllSessions } from '../auth/sessions'
import { InvalidConfig } from '../config'
import { memberships, organizations } from '../db/schema/organizations'
import { users } from '../db/schema/users'
import type { Transaction } from '../db/transactions'
import { Refusal } from '../http/errors'
import { ownersOf } from '../members/owners'
import { withDatabase } from './database'
import { typedPassword } from './typedPassword'

/** What was typed, as it is stored. Throws {@link InvalidConfig} that says what is wrong with it. */
function read<T>(schema: z.ZodMiniType<T>, typed: string, what: string): T {
  const result = z.safeParse(schema, typed)
  if (result.success) return result.data
  throw new InvalidConfig(`${what}: ${result.error.issues[0]?.message ?? 'it can not be stored'}`)
}

const readLine = (typed: string, what: string) => read(line(120), typed, what)

async function newHash(email: string): Promise<string> {
  const password = read(newPassword, await typedPassword(), 'the password')
  try {
    refuseGuessable(password, email)
  } catch (error) {
    throw error instanceof Refusal ? new InvalidConfig(error.message) : error
  }
  return hashPassword(password, { lane: 'proven', asker: email })
}

/** Makes an account with an organization of its own; answers what to say of it. */
export async function makeOwner(given: { email: string; name: string; organizationName: string }): Promise<string> {
  const email = read(emailAddress, given.email, given.email)
  const name = readLine(given.name, '--name')
  const organizationName = readLine(given.organizationName, '--organization')
  const passwordHash = await newHash(email)
  return withDatabase((database) =>
    database.system(async (tx) => {
      const id = uuidv7()
      const made = await tx
        .insert(users)
        .values({ id, email, name, passwordHash, organizationName })
        .onConflictDoNothing()
        .returning({ id: users.id })
      if (made.length === 0) throw new InvalidConfig(`there is an account ${email} already`)
      await ownedBy(tx, id, organizationName)
      return `${email} owns ${organizationName}.`
    }),
  )
}

async function ownedBy(tx: Transaction, userId: string, name: string): Promise<void> {
  const orgId = await newOrganization(tx, name)
  await tx.insert(memberships).values({ orgId, userId, role: 'owner' })
}

/** Makes an organization that an account owns; answers what to say of it. */
export async function makeOrganization(given: { name: string; owner: string }): Promise<string> {
  const name = readLine(given.name, 'NAME')
  const owner = given.owner.trim().toLowerCase()
  return withDatabase((database) =>
    database.system(async (tx) => {
      const able = and(eq(users.email, owner), isNull(users.disabledAt))
      const [found] = await tx.select({ id: users.id }).from(users).where(able)
      if (!found) throw new InvalidConfig(`there is no account ${owner} that is not disabled`)
      await ownedBy(tx, found.id, name)
      return `${owner} owns ${name}.`
    }),
  )
}

/** All organizations, the oldest first: how many people each has, and who owns it. */
export const listOrganizations = (): Promise<string> =>
  withDatabase((database) =>
    database.system(async (tx) => {
      const { rows } = await tx.execute<{ id: string; name: string; people: number; owners: string }>(sql`
        select organizations.id, organizations.name, count(users.id)::int as people,
          coalesce(string_agg(users.email, ', ' order by users.email) filter (where role = 'owner'), 'nobody') as owners
        from organizations left join memberships on memberships.org_id = organizations.id
          and memberships.disabled_at is null
        left join users on users.id = memberships.user_id and users.disabled_at is null
        group by organizations.id order by organizations.created_at, organizations.id`)
      if (rows.length === 0) return 'There is no organization yet: offerdesk user make makes the first one.'
      return rows
        .map(
          ({ id, name, people, owners }) =>
            `${id}  ${name}: ${people} ${people === 1 ? 'person' : 'people'}, owned by ${owners}`,
        )
        .join('\n')
    }),
  )

/** Ends whatever lets somebody in without their password, and the streams of their programs. */
async function signOutEverywhere(tx: Transaction, user: { id: string; email: string }): Promise<void> {
  await endAllSessions(tx, user.id)
  await endBegun(tx, user, new Date())
  // Whoever holds a stream open for them looks at once.
  await tx.execute(sql`select pg_notify('offerdesk_leaving', ${user.id})`)
}

/** A change of one account: what is asked for before it, what it does, and what is said of it. */
export interface AccountChange<T> {
  before: (email: string) => Promise<T>
  change: (tx: Transaction, user: typeof users.$inferSelect, prepared: T) => Promise<string>
}

/** Changes the account that is found by an email; answers what to say of it. */
export async function changeAccount<T>(typedEmail: string, { before, change }: AccountChange<T>): Promise<string> {
  const email = typedEmail.trim().toLowerCase()
  const prepared = await before(email)
  return withDatabase((database) =>
    database.system(async (tx) => {
      const [found] = await tx.select().from(users).where(eq(users.email, email)).for('update')
      if (!found) throw new InvalidConfig(`there is no account ${email}`)
      return change(tx, found, prepared)
    }),
  )
}

const nothing = () => Promise.resolve(undefined)

export const setPassword: AccountChange<string> = {
  before: newHash,
  change: async (tx, user, passwordHash) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id))
    await signOutEverywhere(tx, user)
    return `${user.email} has a new password and is signed out everywhere.`
  },
}

export const disable: AccountChange<undefined> = {
  before: nothing,
  change: async (tx, user) => {
    await tx.update(users).set({ disabledAt: new Date() }).where(eq(users.id, user.id))
    await signOutEverywhere(tx, user)
    const without = await withoutOwner(tx, user.id)
    const note = without.length === 0 ? '' : ` Nobody owns ${without.join(', ')} now.`
    return `${user.email} is disabled.${note}`
  },
}

export const enable: AccountChange<undefined> = {
  before: nothing,
  change: async (tx, user) => {
    await tx.update(users).set({ disabledAt: null }).where(eq(users.id, user.id))
    return `${user.email} is enabled.`
  },
}

/** The organizations of somebody in which no owner can sign in any more. */
async function withoutOwner(tx: Transaction, userId: string): Promise<string[]> {
  const own = await tx
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .innerJoin(memberships, eq(memberships.orgId, organizations.id))
    .where(and(eq(memberships.userId, userId), eq(memberships.role, 'owner')))
    .orderBy(organizations.name)
  const names: string[] = []
  for (const { id, name } of own) if ((await ownersOf(tx, id)).length === 0) names.push(name)
  return names
}
