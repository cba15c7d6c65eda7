import { Pool, type PoolConfig } from 'pg'
import { inTime } from '../inTime'
import { DatabaseAway, isConnectionLost, sqlFailure } from './errors'
import { newCounts } from './load'
import { type Transactions, transactionsOn } from './transactions'

/** How a standby is: read from, or left alone as it does not answer, or as it is too far behind. */
export type StandbyState = 'read' | 'away' | 'behind'

export interface Standby extends Pick<Transactions, 'tenant'> {
  state: () => Promise<StandbyState>
  close: () => Promise<void>
}

/** What is told as of now may be this old, and no older. */
export const mostSecondsBehind = 30
/** It is asked no more often how far it is. */
const stateHoldsMilliseconds = 2_000
/** Who reads a report waits no longer for a standby that is away. */
const millisecondsToConnect = 2_000

/**
 * Of how many seconds ago what is read there is. Every server writes that it is there every few seconds, so that a standby
 * that replays has replayed something of late; one that takes writes itself is never behind.
 */
export const secondsBehind = `select case when pg_is_in_recovery()
  then coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8, 'infinity') else 0 end as behind`

/** Read before what is told, so that it is true of it: a statement sees all that was replayed before it. */
const asOf = `, set_config('app.as_of', case when pg_is_in_recovery() then coalesce(pg_last_xact_replay_timestamp()::text, '') else '' end, true)`

/** What a standby can't do now, and the primary can: it is away, replays what is read, or lacks tables that are new. */
const isForPrimary = (error: unknown): boolean =>
  isConnectionLost(error) || /^(?:40|42|55)/.test(sqlFailure(error)?.code ?? '')

interface StandbySurroundings {
  primary: Pick<Transactions, 'tenant'>
  log: ((message: string) => void) | undefined
  /** Seconds by which it may be behind; a test has no time for as many as there are. */
  mostBehind?: number | undefined
}

/** Reads of a standby; of the primary, where that is away or too far behind. */
export function standbyOf(
  config: PoolConfig,
  settings: Readonly<Record<string, string | number>> | undefined,
  { primary, log, mostBehind = mostSecondsBehind }: StandbySurroundings,
): Standby {
  const pool = new Pool({ ...config, connectionTimeoutMillis: millisecondsToConnect })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const there = transactionsOn(pool, newCounts(), settings, asOf)
  let last: { at: number; state: Promise<StandbyState> } | undefined
  let told: StandbyState = 'read'

  async function look(): Promise<StandbyState> {
    let state: StandbyState = 'away'
    try {
      const asked = pool.query<{ behind: number }>(secondsBehind)
      const { rows } = await inTime(asked, millisecondsToConnect, DatabaseAway)
      state = (rows[0]?.behind ?? Infinity) > mostBehind ? 'behind' : 'read'
    } catch {
      // Whatever keeps it from answering, the primary is read.
    }
    if (state !== told) log?.(saidOf[state])
    told = state
    return state
  }

  const state = () => {
    if (last === undefined || Date.now() - last.at > stateHoldsMilliseconds) last = { at: Date.now(), state: look() }
    return last.state
  }

  return {
    state,
    tenant: async (orgId, work) => {
      if ((await state()) !== 'read') return primary.tenant(orgId, work)
      try {
        return await there.tenant(orgId, work)
      } catch (error) {
        if (!isForPrimary(error)) throw error
        last = undefined
        return primary.tenant(orgId, work)
      }
    },
    close: () => pool.end(),
  }
}

/** What is said of it to whoever runs the server. */
export const saidOf: Readonly<Record<StandbyState, string>> = {
  read: 'Reports are read from the standby.',
  away: 'Reports are read from the primary, as the standby does not answer.',
  behind: `Reports are read from the primary, as the standby is more than ${mostSecondsBehind} seconds behind.`,
}
