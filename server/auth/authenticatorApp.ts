import { Secret, TOTP } from 'otpauth'

/** What the common apps take; some of them ignore what an address says of anything else. */
const kind = { algorithm: 'SHA1', digits: 6, period: 30 }

/** A new key of 160 random bits, in base32 as apps take it. */
export const newAppKey = (): string => new Secret({ size: 20 }).base32

/**
 * The period that a code is of, in steps of 30 seconds since 1970; undefined when it is wrong. A phone's clock may be half a
 * minute off either way.
 */
export function stepOfCode(key: string, code: string, now: Date): number | undefined {
  const app = new TOTP({ ...kind, secret: Secret.fromBase32(key) })
  const timestamp = now.getTime()
  const steps = app.validate({ token: code, timestamp, window: 1 })
  return steps === null ? undefined : app.counter({ timestamp }) + steps
}
