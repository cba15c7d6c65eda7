import type { PoolClient, QueryConfig, QueryResult } from 'pg'

/** A statement is taken for one that comes again when it has come so often. */
const timesBeforeNamed = 10
/** A connection keeps the plan of each, which takes some 100 kB of the server's memory. */
const mostNamed = 300
/** Lists of any length make texts of any number. */
const mostCounted = 2_000

/**
 * Milliseconds after which a connection plans anew what it has planned, and how much longer it waits each time: what was
 * planned for a table that had next to nothing reads all of it by the time it has something, and nothing is known of that until
 * the table is analyzed.
 */
const firstAnew = 5_000
const longerEachTime = 4

/** Reads what is of one record from its view. */
const ofOneRecord = /^select \* from \S+ where org_id = \(select current_org\(\)\) and /

/**
 * Whether the plan for some values is as good for others: so it is for what a builder wrote, and for what reads a record. What is
 * written as a whole otherwise is a list or a report, and is planned for what it asks.
 */
const hasOnePlan = ({ text, rowMode }: QueryConfig & { rowMode?: string }): boolean =>
  rowMode === 'array' || /^(?:insert|update|delete) /.test(text) || ofOneRecord.test(text)

/**
 * Makes connections of a pool have what comes again parsed and planned once, each by a name that it has in all of them. Their sessions
 * must be their own.
 */
export function planningOnce(now = () => performance.now()): (client: PoolClient) => PoolClient {
  const names = new Map<string, string>()
  const times = new Map<string, number>()
  const anew = new WeakMap<PoolClient, { at: number; wait: number }>()

  function planAnew(client: PoolClient): void {
    const [moment, known] = [now(), anew.get(client)]
    if (known && moment < known.at) return
    const wait = known ? known.wait * longerEachTime : firstAnew
    anew.set(client, { at: moment + wait, wait })
    // What functions and triggers have planned as well. A transaction that has failed refuses it, and it is done another time.
    if (known) void client.query('discard plans').catch(() => undefined)
  }

  function nameOf(text: string): string | undefined {
    const name = names.get(text)
    if (name !== undefined || names.size >= mostNamed) return name
    const before = times.get(text) ?? 0
    if (before + 1 < timesBeforeNamed) {
      if (times.size >= mostCounted) times.clear()
      times.set(text, before + 1)
      return undefined
    }
    times.delete(text)
    const given = `again_${names.size}`
    names.set(text, given)
    return given
  }

  return (client) => {
    const query = (config: QueryConfig, values: unknown[]): Promise<QueryResult> => {
      planAnew(client)
      const name = hasOnePlan(config) ? nameOf(config.text) : undefined
      return client.query(name === undefined ? config : { ...config, name }, values)
    }
    return Object.create(client, { query: { value: query } }) as PoolClient
  }
}
