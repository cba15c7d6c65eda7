import * as z from 'zod/mini'
import { type GatewayCreate, gatewayKinds, type GatewayRecord, type GatewayUpdate } from '../extensions/gateways'
import { secret } from '../schemas'
import { optionalNumber, requiredLine, shownNumber } from './fields'

const keyLike = (prefix: RegExp, message: string) =>
  secret(
    z.string().check(
      z.trim(),
      z.maxLength(500),
      z.refine((typed) => typed.trim() === '' || prefix.test(typed.trim()), message),
    ),
  )

/** The panel of a new or an existing gateway (GW-01). A secret that is left empty stays as it is. */
export const gatewayForm = z
  .object({
    displayName: requiredLine('Name is required', 100),
    kind: z.enum(gatewayKinds),
    monthlyCap: optionalNumber('Monthly cap must be greater than zero', (value) => value > 0),
    secretKey: keyLike(/^(?:sk|rk)_/, 'A secret key of Stripe begins with sk_ or rk_'),
    webhookSecret: keyLike(/^whsec_/, 'A signing secret of Stripe begins with whsec_'),
    /** Whether a secret key is kept already. */
    hasKey: z.boolean(),
  })
  .check(
    z.refine(({ kind, secretKey, hasKey }) => kind === 'sandbox' || hasKey || secretKey.trim() !== '', {
      error: 'Secret key is required',
      path: ['secretKey'],
    }),
  )
export type GatewayValues = z.input<typeof gatewayForm>

/** What the panel begins with. */
export const gatewayValues = (gateway?: GatewayRecord): GatewayValues => ({
  displayName: gateway?.displayName ?? '',
  kind: gateway?.kind ?? 'sandbox',
  monthlyCap: shownNumber(gateway?.monthlyCap, 'amount'),
  secretKey: '',
  webhookSecret: '',
  hasKey: Boolean(gateway?.secretKeyEnd),
})

const secretsOf = ({ secretKey, webhookSecret }: { secretKey: string; webhookSecret: string }) => ({
  ...(secretKey === '' ? {} : { secretKey }),
  ...(webhookSecret === '' ? {} : { webhookSecret }),
})

/** The request that sets up a gateway. Throws when the form does not allow it. */
export function gatewayCreateRequest(values: GatewayValues): Omit<GatewayCreate, 'organizationId'> {
  const typed = z.parse(gatewayForm, values)
  const { displayName, kind, monthlyCap } = typed
  const cap = monthlyCap === undefined ? {} : { monthlyCap }
  return { displayName, kind, ...cap, ...(kind === 'stripe' ? secretsOf(typed) : {}) }
}

/** The fields that differ from the gateway, with the secrets that were typed; a cap can be taken away. */
export function changedGatewayFields(gateway: GatewayRecord, values: GatewayValues): GatewayUpdate {
  const typed = z.parse(gatewayForm, values)
  const cap = typed.monthlyCap ?? null
  return {
    ...(typed.displayName === gateway.displayName ? {} : { displayName: typed.displayName }),
    ...(cap === (gateway.monthlyCap ?? null) ? {} : { monthlyCap: cap }),
    ...(gateway.kind === 'stripe' ? secretsOf(typed) : {}),
  }
}
