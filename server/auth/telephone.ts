import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../db/database'
import { telephoneTokens } from '../db/schema/telephoneTokens'
import { tokenHash } from '../db/tokens'
import { unauthorized } from '../http/errors'
import { networkOf } from '../http/network'
import type { RateLimiter } from '../http/rateLimit'
import { bearerOf } from './sessions'

/** A telephone system, by the token that it sends. */
export interface TelephoneSystem {
  orgId: string
  tokenId: string
  /** As its organization calls it. */
  name: string
}

/** Tells which organization's telephone system asks. Throws a 401, and a 429 to whoever guesses or asks too often. */
export async function authenticateTelephone(
  database: Database,
  limiter: RateLimiter,
  request: FastifyRequest,
): Promise<TelephoneSystem> {
  const token = bearerOf(request)
  if (token === undefined) throw unauthorized('Send the token of a telephone system')
  const [system] = await database.system((tx) =>
    tx
      .select({ orgId: telephoneTokens.orgId, tokenId: telephoneTokens.id, name: telephoneTokens.name })
      .from(telephoneTokens)
      .where(eq(telephoneTokens.tokenHash, tokenHash(token))),
  )
  if (!system) {
    await limiter.count('wrongToken', networkOf(request.ip))
    throw unauthorized('This token opens nothing. Make a new one in Offerdesk.')
  }
  await limiter.count('telephoneCalls', system.orgId)
  return system
}
