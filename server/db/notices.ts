import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseAway } from './errors'

/** What triggers say when a transaction is committed: the organization whose records changed, or the person who may have left. */
export type Notice = { channel: 'offerdesk_changes' | 'offerdesk_leaving'; about: string }

export interface Notices {
  /**
   * Calls `hear` with what any session of the database says from now on, and with undefined whenever something may have
   * been missed. Returns how to stop.
   */
  listen: (hear: (notice: Notice | undefined) => void) => () => void
}

const channels: readonly string[] = ['offerdesk_changes', 'offerdesk_leaving'] satisfies Notice['channel'][]
const listenToAll = channels.map((channel) => `listen ${channel}`).join(';')

class Listeners {
  readonly #all = new Set<(notice: Notice | undefined) => void>()
  readonly tell = (notice: Notice | undefined) => {
    for (const hear of this.#all) hear(notice)
  }
  readonly listen: Notices['listen'] = (hear) => {
    this.#all.add(hear)
    return () => void this.#all.delete(hear)
  }
  readonly pass = ({ channel, payload = '' }: pg.Notification) => {
    // We listen to no other channel.
    this.tell({ channel: channel as Notice['channel'], about: payload })
  }
}

/** The embedded database has one session, which hears itself. */
export function noticesOfPool(pool: pg.Pool): Notices {
  const listeners = new Listeners()
  pool.on('connect', (client) => {
    client.on('notification', listeners.pass)
    client.query(listenToAll).catch(() => undefined)
    listeners.tell(undefined)
  })
  return { listen: listeners.listen }
}

/** Milliseconds between two tries to connect: doubled from the first to the longest. */
const firstWait = 100
const longestWait = 5_000
/** A connection that was cut silently is found out by a question, asked this often. */
const millisecondsBetweenQuestions = 5_000
const millisecondsToAnswer = 3_000

/** PostgreSQL tells a session of its own, which is opened when somebody listens, and again whenever it is lost. */
export function noticesOfServer(
  newClient: () => pg.Client,
  log?: (message: string) => void,
): Notices & { close: () => Promise<void> } {
  const listeners = new Listeners()
  const closing = new AbortController()
  let running: Promise<void> | undefined

  async function listenUntilLost(onHeard: () => void): Promise<void> {
    const client = newClient()
    const lost = new Promise<void>((resolve) => {
      client.once('error', () => resolve())
      client.once('end', () => resolve())
      closing.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    try {
      await client.connect()
      client.on('notification', listeners.pass)
      await client.query(listenToAll)
      onHeard()
      listeners.tell(undefined)
      await Promise.race([lost, askUntilSilent(client)])
    } finally {
      // One that does not answer would never end by itself.
      await Promise.race([client.end().catch(() => undefined), delay(1_000, undefined, { ref: false })])
    }
  }

  async function askUntilSilent(client: pg.Client): Promise<void> {
    while (!closing.signal.aborted) {
      await delay(millisecondsBetweenQuestions, undefined, { signal: closing.signal, ref: false }).catch(
        () => undefined,
      )
      const silence = delay(millisecondsToAnswer, undefined, { ref: false }).then(() => {
        throw new DatabaseAway('the session that listens does not answer')
      })
      silence.catch(() => undefined)
      await Promise.race([client.query('select 1'), silence])
    }
  }

  async function run(): Promise<void> {
    let wait = firstWait
    while (!closing.signal.aborted) {
      try {
        await listenUntilLost(() => {
          wait = firstWait
        })
      } catch (error) {
        // The tries that follow would say the same.
        if (!closing.signal.aborted && wait === firstWait) log?.(`Listening to PostgreSQL failed: ${String(error)}`)
      }
      await delay(wait, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      wait = Math.min(wait * 2, longestWait)
    }
  }

  return {
    listen: (hear) => {
      running ??= run()
      return listeners.listen(hear)
    },
    close: async () => {
      closing.abort()
      // A connection that is still being made ends by itself.
      await Promise.race([running, delay(1_000, undefined, { ref: false })])
    },
  }
}
