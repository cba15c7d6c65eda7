import { traced } from '../../tracing/tracing'
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
  const loaded = () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    }))
  const asked = <T>(call: keyof Driver, ask: (driver: Driver) => Promise<T>): Promise<T> =>
    traced({ name: `${kind} ${call}`, kind: 'call', facts: { 'offerdesk.gateway': kind } }, async () =>
      ask(await loaded()),
    )
  return {
    kind,
    tryKey: (...given) => asked('tryKey', (driver) => driver.tryKey(...given)),
    createSession: (...given) => asked('createSession', (driver) => driver.createSession(...given)),
    expireSession: (...given) => asked('expireSession', (driver) => driver.expireSession(...given)),
    fetchStatus: (...given) => asked('fetchStatus', (driver) => driver.fetchStatus(...given)),
    refund: (...given) => asked('refund', (driver) => driver.refund(...given)),
    parseWebhook: async (...given) => (await loaded()).parseWebhook(...given),
    listBookings: (...given) => asked('listBookings', (driver) => driver.listBookings(...given)),
    rehearse: (...given) => asked('rehearse', (driver) => driver.rehearse(...given)),
  }
}
