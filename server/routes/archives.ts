import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { type ArchiveImport } from '../../contract/extensions/archives'
import { mostArchiveBytes } from '../../contract/rules/archives'
import { whyNotEmpty } from '../archive/empty'
import { withEnd } from '../archive/lines'
import { contentOf } from '../archive/write'
import { readableOrganization } from '../auth/access'
import { inOrganization, withRecord } from '../auth/withRecord'
import { inChunks, zipped } from '../backup/zipped'
import { hasKey } from '../db/keys'
import { locked, type RecordKind } from '../db/recordKind'
import { archiveImports, archiveParts } from '../db/schema/archives'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { streamed } from '../http/csvStream'
import { invalid, Refusal } from '../http/errors'
import { spooled } from '../http/spool'
import type { Services } from './services'

type Import = typeof archiveImports.$inferSelect

const anArchive: RecordKind<Import, 'archiveId'> = {
  resource: 'archives',
  noun: 'Archive',
  param: 'archiveId',
  find: locked(archiveImports),
}

const shownMost = 5

const shown = ({ orgId: _, userId: __, beatAt: ___, createdAt, endedAt, ...row }: Import): ArchiveImport => ({
  ...row,
  createdAt: createdAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})

const notPossible = (message: string) => new Refusal(409, 'not_possible', message)

async function changed(tx: Transaction, { orgId, id }: Import, fields: Partial<typeof archiveImports.$inferInsert>) {
  const [row] = await tx
    .update(archiveImports)
    .set(fields)
    .where(hasKey(archiveImports, orgId, id))
    .returning()
  return row && shown(row)
}

async function refuseFull(tx: Transaction): Promise<void> {
  const why = await whyNotEmpty(tx)
  if (why !== undefined) throw notPossible(why)
}

export const archiveHandlers = ({ database, readLong, nudgeOutbox }: Services): Handlers['archives'] => {
  const mostBytes = mostArchiveBytes[database.kind]
  return {
    save: async ({ params, caller, gone }) => {
      const orgId = readableOrganization(caller, params.organizationId, 'archives.save')
      return streamed(
        spooled((begin) =>
          readLong(caller.userId, orgId, () =>
            database.archive(orgId, 'reads', async (tx) => {
              const write = await begin()
              const lines = inChunks(withEnd(contentOf(tx, orgId, () => gone.throwIfAborted())))
              await pipeline(
                Readable.from(lines, { objectMode: false }),
                zipped(),
                async (parts: AsyncIterable<Buffer>) => {
                  for await (const part of parts) await write(part)
                },
              )
            }),
          ),
        ),
      )
    },

    list: async ({ query, caller }) => {
      const orgId = readableOrganization(caller, query.organizationId, 'archives.list')
      return database.tenant(orgId, async (tx) => {
        const own = eq(archiveImports.orgId, orgId)
        const rows = await tx
          .select()
          .from(archiveImports)
          .where(own)
          .orderBy(desc(archiveImports.createdAt))
          .limit(shownMost)
        return { data: rows.map(shown), meta: { whyNot: (await whyNotEmpty(tx)) ?? null, mostBytes } }
      })
    },

    create: inOrganization('Archive', async ({ tx, orgId, body: { name, bytes }, caller, now: createdAt }) => {
      if (bytes > mostBytes) throw invalid([{ path: 'body.bytes', message: tooLarge(mostBytes) }])
      // Of two at once, the second finds the first.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`archive begun in ${orgId}`}, 0))`)
      const isLive = and(eq(archiveImports.orgId, orgId), inArray(archiveImports.state, ['open', 'taking']))
      const [live] = await tx.select().from(archiveImports).where(isLive)
      if (live?.state === 'taking')
        throw notPossible('An archive is being taken over already. Wait until it has ended.')
      if (live) await changed(tx, live, { state: 'given_up', endedAt: createdAt })
      const who = { userId: caller.userId, userName: caller.name }
      const [row] = await tx
        .insert(archiveImports)
        .values({ orgId, ...who, name, bytes, createdAt })
        .returning()
      return row && shown(row)
    }),

    addPart: withRecord(anArchive, async ({ tx, orgId, id: importId, record, body, now }) => {
      if (record.state !== 'open') throw over()
      const content = Buffer.from(body.content, 'base64')
      const { place } = body
      const { received } = record
      // It has come already, and its answer was lost.
      if (place < received) return shown(record)
      if (place > received) {
        throw invalid([{ path: 'body.place', message: `${received} of ${record.bytes} bytes have come` }])
      }
      const left = record.bytes - received
      if (content.length > left) {
        const message = `At most ${left} bytes, as ${record.bytes} were announced; these are ${content.length}`
        throw invalid([{ path: 'body.content', message }])
      }
      await tx.insert(archiveParts).values({ orgId, importId, place, content })
      return changed(tx, record, { received: received + content.length, beatAt: now })
    }),

    take: withRecord(
      anArchive,
      async ({ tx, record }) => {
        // Asked for again, as after a lost answer, it is answered again.
        if (record.state === 'taking' || record.state === 'taken') return shown(record)
        if (record.state !== 'open') throw over()
        if (record.received !== record.bytes) throw notPossible('The archive has not come whole yet.')
        await refuseFull(tx)
        return changed(tx, record, { state: 'taking', beatAt: null })
      },
      (data) => {
        nudgeOutbox()
        return { data }
      },
    ),

    giveUp: withRecord(anArchive, async ({ tx, record, now: endedAt }) => {
      if (record.state === 'taken') throw notPossible('The archive has been taken over already.')
      if (record.state !== 'open' && record.state !== 'taking') return shown(record)
      return changed(tx, record, { state: 'given_up', endedAt })
    }),
  }
}

const tooLarge = (most: number) =>
  `The archive is larger than ${most / 2 ** 20} MB: have it taken over by offerdesk organization import`

const over = () => notPossible('This archive was taken over or given up already. Begin anew.')
