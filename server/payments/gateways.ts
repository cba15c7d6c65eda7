import * as z from 'zod/mini'
import { hasKey } from '../db/keys'
import { gatewayInstances } from '../db/schema/gateways'
import type { Transaction } from '../db/transactions'
import type { Secrets } from '../secrets'
import type { GatewayAccount } from './drivers/driver'

const stored = z.record(z.string(), z.string())

/** The secrets of a gateway as they are stored: all of them in one sealed text. */
export const sealedSecrets = (secrets: Secrets, values: Readonly<Record<string, string>>): string =>
  secrets.seal(JSON.stringify(values))

export const openedSecrets = (secrets: Secrets, sealed: string | null): Record<string, string> =>
  sealed === null ? {} : z.parse(stored, JSON.parse(secrets.unseal(sealed)))

/** A gateway with its secrets in the clear, for its driver alone; undefined when there is none. */
export async function accountOf(
  tx: Transaction,
  secrets: Secrets,
  orgId: string,
  gatewayInstanceId: string,
): Promise<(GatewayAccount & { isEnabled: boolean }) | undefined> {
  const [found] = await tx
    .select()
    .from(gatewayInstances)
    .where(hasKey(gatewayInstances, orgId, gatewayInstanceId))
  if (!found) return undefined
  const { id, kind, displayName, settings, enabled: isEnabled } = found
  return { orgId, id, kind, displayName, settings, isEnabled, secrets: openedSecrets(secrets, found.secrets) }
}
