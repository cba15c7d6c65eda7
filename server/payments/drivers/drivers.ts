import type { Driver, GatewayAccount } from './driver'
import { sandboxDriver, type SandboxOptions } from './sandbox'

/** Every kind of gateway that there is. */
export const createDrivers = (
  options: SandboxOptions & { stripeUrl?: string | undefined },
): Readonly<Record<GatewayAccount['kind'], Driver>> => ({
  sandbox: sandboxDriver(options),
  stripe: loadedLate('stripe', async () => (await import('./stripe')).stripeDriver(options.stripeUrl)),
})

/** A driver whose package is loaded when it is first asked for something, as it would be a good part of a start. */
function loadedLate(kind: GatewayAccount['kind'], load: () => Promise<Driver>): Driver {
  let loading: Promise<Driver> | undefined
  const loaded = () => (loading ??= load())
  return {
    kind,
    tryKey: async (...given) => (await loaded()).tryKey(...given),
    createSession: async (...given) => (await loaded()).createSession(...given),
    expireSession: async (...given) => (await loaded()).expireSession(...given),
    fetchStatus: async (...given) => (await loaded()).fetchStatus(...given),
    refund: async (...given) => (await loaded()).refund(...given),
    parseWebhook: async (...given) => (await loaded()).parseWebhook(...given),
    listBookings: async (...given) => (await loaded()).listBookings(...given),
    rehearse: async (...given) => (await loaded()).rehearse(...given),
  }
}
