import { actingAsJob } from '../db/acting'
import type { Database } from '../db/database'
import { DatabaseAway } from '../db/errors'
import { saidOf } from '../db/standby'
import { inTime } from '../inTime'
import { reasonOf } from '../log'
import type { Secrets } from '../secrets'
import { type LiveNode, liveNodes } from './nodes'
import { lostKeys } from './sealed'
import { hearWorkers } from './workers'

/** One thing that has to be so before this node is of use, and how it is, for whoever runs it. */
export interface Check {
  name: 'database' | 'migrations' | 'keys' | 'worker'
  isOk: boolean
  message: string
}

export interface Readiness {
  isReady: boolean
  checks: Check[]
}

const secondsToAnswer = 3
/** Anybody may ask, and as often as they like: that costs no more than one look a second. */
const holdsMilliseconds = 1_000
/** Less while it is not ready, as the first moments of a start are soon over. */
const failureHoldsMilliseconds = 100
/** What was sealed is looked at no more often than this, as probes come every few seconds; sooner where it can be mended. */
const keysHoldMilliseconds = 60_000
const lostKeysHoldMilliseconds = 5_000

/** Tells whether this node and what it needs are there; nobody learns a secret, an address or a name by it. */
export function createReadiness(
  database: Pick<Database, 'kind' | 'ping' | 'standby' | 'system' | 'tenant' | 'schemaDifference'>,
  secrets: Secrets,
  { now, log }: { now: () => Date; log: (message: string) => void },
): () => Promise<Readiness> {
  let keys: { at: number; lost: string[] } | undefined
  let last: { at: number; told: Promise<Readiness>; holds: number } | undefined
  const isOld = ({ at }: { at: number }, holds: number) => Math.abs(now().getTime() - at) > holds

  async function knownLost(): Promise<string[]> {
    if (keys && !isOld(keys, keys.lost.length > 0 ? lostKeysHoldMilliseconds : keysHoldMilliseconds)) return keys.lost
    const lost = await lostKeys(database, secrets)
    keys = { at: now().getTime(), lost }
    return lost
  }

  /** Nobody learns where it is. */
  async function strangeSealer(): Promise<LiveNode | undefined> {
    const ours = secrets.keyIds()
    return (await liveNodes(database)).find(({ keys: [seals = ''] }) => !ours.includes(seals))
  }

  const checks: Record<Exclude<Check['name'], 'database'>, () => Promise<[isOk: boolean, message: string]>> = {
    migrations: async () => {
      const { missing, newer } = await database.schemaDifference()
      if (newer > 0) return [false, 'The database has tables of a newer version. Run that version here.']
      return missing > 0
        ? [false, `${counted(missing, 'migration')} of this version ${missing === 1 ? 'is' : 'are'} missing.`]
        : [true, 'All migrations of this version are there, and none of a newer one.']
    },
    keys: async () => {
      const lost = await knownLost()
      const other = lost.length === 0 ? await strangeSealer() : undefined
      if (other) {
        return [false, `A ${other.kind} seals by a key that is not here: ${other.keys[0]}. Add it to SECRET_KEY.`]
      }
      if (lost.length === 0) return [true, 'The keys open what is sealed.']
      return [false, `Secrets were sealed by a key that is not here: ${lost.join(', ')}. Add it to SECRET_KEY.`]
    },
    worker: async () => {
      const { areSilent, lastAt } = await hearWorkers(database)
      if (!areSilent) return [true, 'A worker has reported within the last minute.']
      return [
        false,
        `Mails and webhooks are not being sent: no worker has reported ${lastAt ? `since ${lastAt.toISOString()}` : 'yet'}.`,
      ]
    },
  }

  async function checked(name: Exclude<Check['name'], 'database'>): Promise<Check> {
    try {
      const [isOk, message] = await inTime(checks[name](), secondsToAnswer * 1_000, DatabaseAway)
      return { name, isOk, message }
    } catch (error) {
      log(`The readiness of ${name} can't be told: ${reasonOf(error)}`)
      return { name, isOk: false, message: 'The database could not tell; see the log.' }
    }
  }

  const look = () =>
    actingAsJob('tellReadiness', async () => {
      const isThere = await database.ping().then(
        () => true,
        () => false,
      )
      const standby = isThere ? await database.standby() : undefined
      const answers = `The database answers.${standby === undefined ? '' : ` ${saidOf[standby]}`}`
      const message = isThere ? answers : 'The database does not answer.'
      const names = ['migrations', 'keys', 'worker'] as const
      const others = isThere
        ? await Promise.all(names.map(checked))
        : names.map((name) => ({ name, isOk: false, message: 'Not known, as the database does not answer.' }))
      const all = [{ name: 'database' as const, isOk: isThere, message }, ...others]
      return { isReady: all.every(({ isOk }) => isOk), checks: all }
    })

  return () => {
    if (last === undefined || isOld(last, last.holds)) {
      const next = { at: now().getTime(), told: look(), holds: holdsMilliseconds }
      void next.told.then(({ isReady }) => {
        if (!isReady) next.holds = failureHoldsMilliseconds
      })
      last = next
    }
    return last.told
  }
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
