import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { Random } from '../../../server/db/demoData/random'
import { openEmbedded } from '../../../server/db/pglite/embedded'
import { startParams } from '../../../server/db/pglite/parameters'
import { emptyFolder } from '../folders'
import { CuttableFs } from './cuttableFs'

/** How often the power is cut; `npm run figures -- power` asks for more. */
const cuts = Number(process.env['POWER_CUTS'] ?? 4)
const mostWritesBetween = 150

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

/** What a copy of the folder holds once it is opened. */
interface Found {
  /** The last transaction that counts. */
  newest: number
  /** Rows of transactions; two for each. */
  rows: number
}

/** Opens what a cut has left, as the server opens it. */
async function foundIn(dataDir: string): Promise<Found> {
  const embedded = await openEmbedded(dataDir)
  const client = new Client({ ...embedded.connection })
  await client.connect()
  try {
    const { rows } = await client.query<Found>(
      'select newest, (select count(*)::int from pairs) as rows from counter where (select count(*) from pairs) >= 0',
    )
    await client.query("insert into pairs values (-1, 0, '')")
    return rows[0] ?? { newest: -1, rows: -1 }
  } finally {
    await client.end()
    await embedded.close()
  }
}

/** Writes for as long as it takes to cut the power so often, and opens what each cut has left. */
async function cutOff(times: number, isLying: boolean, seed: number) {
  const dice = new Random(seed)
  const folder = await emptyFolder()
  folders.push(folder)
  let acknowledged = 0
  let writes = 0
  let next = Infinity
  let left: { dataDir: string; acknowledged: number } | undefined
  const fs = new CuttableFs(join(folder, 'postgres'), {
    isLying,
    onWrite: () => {
      writes += 1
      if (writes < next) return
      next = Infinity
      const dataDir = `${folder}-cut-${writes}`
      folders.push(dataDir)
      // Nothing of what was not synced, or any of it.
      const share = dice.pick([0, 0.5, 0.9])
      fs.cut(join(dataDir, 'postgres'), () => dice.chance(share))
      left = { dataDir, acknowledged }
    },
  })
  const postgres = await PGlite.create({ fs, extensions: { pg_trgm }, startParams })
  await postgres.exec(`
    create table pairs (transaction int, half int, filling text, primary key (transaction, half));
    create table counter (newest int);
    insert into counter values (0);
    checkpoint`)
  const outcomes: (Found & { acknowledged: number; unsafe: string | undefined })[] = []
  while (outcomes.length < times) {
    if (next === Infinity) next = writes + dice.between(1, mostWritesBetween)
    const number = acknowledged + 1
    const filling = 'x'.repeat(dice.between(1, 4_000))
    await postgres.transaction(async (tx) => {
      await tx.query('insert into pairs values ($1, 1, $2), ($1, 2, $2)', [number, filling])
      await tx.query('update counter set newest = $1', [number])
    })
    acknowledged = number
    if (dice.chance(0.02)) await postgres.exec('checkpoint')
    if (left === undefined) continue
    const cut = left
    left = undefined
    const found = await foundIn(cut.dataDir).catch((error: unknown) => ({ newest: -1, rows: -1, error: String(error) }))
    outcomes.push({ ...found, acknowledged: cut.acknowledged, unsafe: whyUnsafe(found, cut.acknowledged) })
    await rm(cut.dataDir, { recursive: true })
  }
  await postgres.close()
  return { outcomes, acknowledged }
}

function whyUnsafe({ newest, rows, error }: Found & { error?: string }, acknowledged: number): string | undefined {
  if (error !== undefined) return `it can't be opened: ${error}`
  if (rows !== 2 * newest) return `${rows} rows of ${newest} transactions`
  if (newest < acknowledged) return `${newest} of ${acknowledged} acknowledged transactions`
  // The one that was under way may have been carried out.
  return newest > acknowledged + 1 ? `${newest} transactions, ${acknowledged} acknowledged` : undefined
}

describe('a power cut', () => {
  test(
    'at any write loses nothing that was acknowledged, and halves nothing',
    { timeout: 60_000 + cuts * 20_000 },
    async () => {
      const { outcomes, acknowledged } = await cutOff(cuts, false, 7)
      expect(outcomes.filter(({ unsafe }) => unsafe !== undefined)).toEqual([])
      console.log(
        `${cuts} cuts during ${acknowledged} transactions: each time the folder opened with all that was acknowledged, none halved\n` +
          `simulated: what was written to a file since its last fsync is gone, or half of its sectors, or a tenth;\n` +
          `names and deletions are kept at once, and the disk does not lie`,
      )
    },
  )

  test('on a disk that does not keep what it says it keeps loses something, and is noticed here', async () => {
    const { outcomes } = await cutOff(2, true, 8)
    expect(outcomes.map(({ unsafe }) => unsafe)).toEqual([expect.any(String), expect.any(String)])
  })
})
