import { Client, type ClientConfig } from 'pg'
import { addressOf, type DatabaseAddress, type Host, shownHost } from './address'
import { DatabaseAway, sqlFailure } from './errors'

/** None of the servers takes writes. Its message is one line that says of each why. */
export class NoPrimary extends DatabaseAway {
  constructor(reasons: readonly string[]) {
    super(`none of the servers of the database takes writes: ${reasons.join(', ')}`)
    this.name = 'NoPrimary'
  }
}

/** All of them have to be tried before a request that waits for a connection is given up. */
const millisecondsForAll = 8_000
const mostMillisecondsForOne = 3_000
/** Connections that are made at once go to the server that one of them has found. */
const foundHoldsMilliseconds = 1_000

const isReadOnly = `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only`

/** Whether a server takes no writes; rejects where it does not answer in time. */
async function takesNoWrites(config: ClientConfig, { host, port }: Host, milliseconds: number): Promise<boolean> {
  const client = new Client({ ...config, connectionTimeoutMillis: milliseconds, query_timeout: milliseconds })
  Object.assign(client, { host, port })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ is_read_only: boolean }>(isReadOnly)
    return rows[0]?.is_read_only !== false
  } finally {
    // One that does not answer would never end.
    void client.end().catch(() => undefined)
  }
}

/** Finds the server that is wanted: the one that last was, then the others in their order. */
function serverOf(
  { hosts }: DatabaseAddress,
  config: ClientConfig,
  wanted: 'primary' | 'standby',
): () => Promise<Host> {
  let last: Host | undefined
  let found: { at: number; host: Promise<Host> } | undefined

  async function find(): Promise<Host> {
    const each = Math.min(mostMillisecondsForOne, millisecondsForAll / hosts.length)
    const reasons: string[] = []
    let refused: unknown
    let other: Host | undefined
    for (const host of hosts.toSorted((a, b) => Number(b === last) - Number(a === last))) {
      try {
        if ((await takesNoWrites(config, host, each)) === (wanted === 'standby')) return (last = host)
        other ??= host
        reasons.push(`${shownHost(host)} is a standby`)
      } catch (error) {
        // A wrong password or database is to be told as what it is.
        if (/^(?:28|3D)/.test(sqlFailure(error)?.code ?? '')) refused ??= error
        reasons.push(`${shownHost(host)} does not answer (${error instanceof Error ? error.message : String(error)})`)
      }
    }
    // What a standby is read for is there as well.
    if (wanted === 'standby' && other) return other
    throw refused ?? new NoPrimary(reasons)
  }

  return () => {
    if (found === undefined || Date.now() - found.at > foundHoldsMilliseconds) {
      const looking = { at: Date.now(), host: find() }
      found = looking
      looking.host.then(
        () => (looking.at = Date.now()),
        () => (looking.at = Date.now()),
      )
    }
    return found.host
  }
}

/**
 * What connects to the server of an address that takes writes: to the only one, or to whichever of several does at that
 * moment, so that after a failover the next connection leads to the new one. For reading, to a standby if there is one.
 */
export function clientOf(
  databaseUrl: string,
  config: ClientConfig,
  wanted: 'primary' | 'standby' = 'primary',
): typeof Client {
  const address = addressOf(databaseUrl)
  if (address.hosts.length === 1 && address.attributes === undefined) return Client
  const server = serverOf(address, config, wanted)
  return class extends Client {
    override connect(): Promise<Client>
    override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void
    override connect(connected?: (error: never, client: Client) => void): Promise<Client> | void {
      const connecting = server().then((host) => {
        Object.assign(this, host)
        return super.connect()
      })
      if (connected === undefined) return connecting
      connecting.then(
        () => (connected as (error: null, client: Client) => void)(null, this),
        (error: unknown) => (connected as (error: unknown) => void)(error),
      )
    }
  }
}
