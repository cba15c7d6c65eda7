import { uuidv7 } from 'uuidv7'
import { openSession } from '../../server/auth/sessions'
import type { Database } from '../../server/db/database'
import { memberships } from '../../server/db/schema/organizations'
import { users } from '../../server/db/schema/users'

/** The tokens of new members of an organization, as if they had signed in. */
export function signedInPeople(
  database: Pick<Database, 'system'>,
  orgId: string,
  count: number,
  role: 'owner' | 'agent',
): Promise<string[]> {
  const people = Array.from({ length: count }, (_, index) => ({
    id: uuidv7(),
    email: `agent${index}@floor.example`,
    name: `Agent ${index}`,
    passwordHash: '-',
  }))
  return database.system(async (tx) => {
    await tx.insert(users).values(people)
    await tx.insert(memberships).values(people.map(({ id: userId }) => ({ orgId, userId, role })))
    const tokens: string[] = []
    for (const { id } of people) tokens.push(await openSession(tx, id))
    return tokens
  })
}
