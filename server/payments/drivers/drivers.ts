import type { Driver, GatewayAccount } from './driver'
import { sandboxDriver, type SandboxOptions } from './sandbox'
import { stripeDriver } from './stripe'

/** Every kind of gateway that there is. */
export const createDrivers = (
  options: SandboxOptions & { stripeUrl?: string | undefined },
): Readonly<Record<GatewayAccount['kind'], Driver>> => ({
  sandbox: sandboxDriver(options),
  stripe: stripeDriver(options.stripeUrl),
})
