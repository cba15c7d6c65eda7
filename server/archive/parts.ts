import { Readable } from 'node:stream'
import { and, asc, eq, gte } from 'drizzle-orm'
import { unzippedLines } from '../backup/zipped'
import { archiveParts } from '../db/schema/archives'
import type { Transaction } from '../db/transactions'
import { cut, damaged, foreign } from './lines'

/** What is said of an archive that can't be read; no row that was ever written is so long. */
export const refusals = { cut, damaged, foreign, longestLine: 64 * 2 ** 20 }

type Reading = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

/** The parts of an archive that was sent, in their order, one at a time. */
async function* partsOf(read: Reading, orgId: string, importId: string): AsyncGenerator<Buffer> {
  for (let place = 0; ;) {
    const from = place
    const own = and(eq(archiveParts.orgId, orgId), eq(archiveParts.importId, importId), gte(archiveParts.place, from))
    const [part] = await read((tx) =>
      tx.select().from(archiveParts).where(own).orderBy(asc(archiveParts.place)).limit(1),
    )
    if (!part) return
    yield part.content
    place = part.place + part.content.length
  }
}

/** The lines of an archive that was sent. */
export const sentLines = (read: Reading, orgId: string, importId: string): AsyncGenerator<string> =>
  unzippedLines(Readable.from(partsOf(read, orgId, importId), { objectMode: false, highWaterMark: 1 }), refusals)
