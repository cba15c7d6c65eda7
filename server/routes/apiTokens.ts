import { desc, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ApiToken } from '../../contract/extensions/apiTokens'
import { apiTokenStart, isExpired } from '../../contract/rules/apiTokens'
import { ownOrganization } from '../auth/access'
import { newToken } from '../auth/sessions'
import { acknowledging, inOrganization, withRecord } from '../auth/withRecord'
import { hasKey } from '../db/keys'
import { locked, type RecordKind } from '../db/recordKind'
import { apiTokens } from '../db/schema/apiTokens'
import { tokenHash } from '../db/tokens'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { invalid } from '../http/errors'
import type { Services } from './services'

type Row = typeof apiTokens.$inferSelect

const aToken: RecordKind<Row, 'tokenId'> = {
  resource: 'apiTokens',
  noun: 'Token',
  param: 'tokenId',
  find: locked(apiTokens),
}

/** So much of a token is shown in lists: what all begin with, and six characters of its own. */
const shownLength = apiTokenStart.length + 6

export const apiTokenHandlers = ({ database }: Services): Handlers['apiTokens'] => ({
  list: async ({ query: { organizationId }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    const rows = await database.tenant(orgId, (tx) =>
      tx
        .select()
        .from(apiTokens)
        .where(eq(apiTokens.orgId, orgId))
        .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id)),
    )
    return { data: rows.map(shown) }
  },

  create: inOrganization(
    'Token',
    async ({ tx, orgId, body, caller: { userId, name: createdByName }, now: createdAt }) => {
      const token = `${apiTokenStart}${newToken()}`
      const expiresAt = await expiryOf(tx, body.expiresAt)
      if (expiresAt && expiresAt.getUTCFullYear() > 9999) {
        throw invalid([{ path: 'body.expiresAt', message: 'Choose an earlier day, or none' }])
      }
      if (isExpired({ expiresAt: expiresAt?.toISOString() }, createdAt)) {
        throw invalid([{ path: 'body.expiresAt', message: 'Must be in the future' }])
      }
      const duties = body.duties && [...new Set(body.duties)]
      const known = { tokenHash: tokenHash(token), prefix: token.slice(0, shownLength) }
      const [created] = await tx
        .insert(apiTokens)
        .values({ orgId, userId, name: body.name, ...known, duties, createdByName, createdAt, expiresAt })
        .returning()
      return created && shownNew(created, token)
    },
    (data) => ({ data }),
    // The token itself is kept nowhere.
    { keptOf: (made) => ({ ...made, token: null }) },
  ),

  revoke: withRecord(
    aToken,
    async ({ tx, orgId, id }) => {
      await tx.delete(apiTokens).where(hasKey(apiTokens, orgId, id))
      return true
    },
    acknowledging('Token revoked'),
  ),
})

const shown = (row: Row): ApiToken => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  duties: row.duties,
  createdByName: row.createdByName,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  lastUsedNetwork: row.lastUsedNetwork,
})

/** A token as it is shown to who makes it, and never again. */
const shownNew = (row: Row, token: string | null) => ({ ...shown(row), token })

/** When a token ends: at the moment, or with the day where the organization is. */
async function expiryOf(tx: Transaction, given: string | null | undefined): Promise<Date | null> {
  if (given === null || given === undefined) return null
  if (!z.safeParse(z.iso.date(), given).success) return new Date(given)
  const { rows } = await tx.execute<{ end: string }>(sql`
    select extract(epoch from (${given}::date + 1)::timestamp at time zone time_zone) as end
    from organizations where id = (select current_org())`)
  return new Date(Number(rows[0]?.end) * 1_000)
}
