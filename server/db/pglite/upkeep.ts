import type pg from 'pg'

/** What PostgreSQL's autovacuum does, which PGlite lacks. */
export interface Upkeep {
  /** Brings every table up to date that has changed much. */
  run(): Promise<void>
  stop(): void
}

const secondsBetween = 5

const changedTables = `
  select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
  where n_mod_since_analyze > 50 + n_live_tup / 10 or n_dead_tup > 500 + n_live_tup / 10`

/** Vacuums and analyzes, table by table, whenever nobody has used the pool for some seconds. */
export function upkeepOf(pool: pg.Pool, log?: (message: string) => void): Upkeep {
  let used = false
  let running = false
  let stopped = false
  const noteUse = () => {
    used = true
  }
  pool.on('acquire', noteUse)

  const isWaitedFor = () => stopped || pool.waitingCount > 0
  const run = async (isOver: () => boolean) => {
    const { rows } = await pool.query<{ name: string }>(changedTables)
    for (const { name } of rows) {
      if (isOver()) return
      await pool.query(`vacuum (analyze) ${name}`)
    }
  }

  const timer = setInterval(() => {
    // A long transaction, such as the demo data's, would be waited for in vain.
    const idle = !used && pool.idleCount === pool.totalCount
    used = false
    if (!idle || running || stopped) return
    running = true
    run(isWaitedFor)
      .catch((error: unknown) => log?.(`Vacuuming failed: ${String(error)}`))
      .finally(() => {
        running = false
        used = false
      })
  }, secondsBetween * 1000)
  timer.unref()

  return {
    run: () => run(() => stopped),
    stop() {
      stopped = true
      clearInterval(timer)
      pool.off('acquire', noteUse)
    },
  }
}
