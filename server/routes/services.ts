import type { Config } from '../config'
import type { Database } from '../db/database'
import type { ChangeFeed } from '../events/changeFeed'
import type { RateLimiter } from '../http/rateLimit'
import type { ReadLong } from '../longReads'
import type { Paying } from '../payments/paying'
import type { Secrets } from '../secrets'

/** What the handlers of every resource are made with. */
export interface Services {
  database: Database
  config: Config
  limiter: RateLimiter
  /** Reads what takes long. */
  readLong: ReadLong
  changeFeed: ChangeFeed
  secrets: Secrets
  paying: Paying
  now: () => Date
  /** Lets so many milliseconds go by. */
  pause: (milliseconds: number) => Promise<void>
  /** Tells the outbox that there is work. */
  nudgeOutbox: () => void
}
