import { expect } from 'vitest'
import type { ArchiveImport } from '../../../contract/extensions/archives'
import {
  archiveTakeMachine,
  type ArchiveFile,
  type ArchivesKnown,
} from '../../../machines/archives/archiveTake.machine'
import type { Model } from '../explore'

const archive: ArchiveImport = {
  id: 'arc_1',
  name: 'northwind.jsonl.gz',
  state: 'taking',
  bytes: 10,
  received: 10,
  rowsDone: 0,
  rowsTotal: null,
  failure: null,
  told: null,
  userName: 'Dana Reyes',
  createdAt: '2026-01-01T00:00:00.000Z',
  endedAt: null,
}
const file: ArchiveFile = {
  key: 'source.1',
  name: archive.name,
  bytes: 10,
  head: {
    offerdesk: 'organization',
    format: 1,
    version: '1.0.0',
    schema: 1,
    madeAt: archive.createdAt,
    timeZone: 'UTC',
    organization: { id: '018f2f6a-0000-7000-8000-000000000001', name: 'Northwind Supply' },
    counts: { orders: 1 },
  },
}
const known: ArchivesKnown = { live: undefined, whyNot: undefined, mostBytes: 100 }

export const archiveTake: Model = {
  machine: archiveTakeMachine,
  inputs: [{ organizationId: 'org_1' }],
  events: {
    'archive.choose': [{ key: 'source.1', name: archive.name }],
    'archive.progress': [{ archive }],
    'archive.end': [
      { archive: { ...archive, state: 'taken' } },
      { archive: { ...archive, state: 'failed', failure: 'It is cut off.' } },
    ],
    'archive.fail': [{ error: new Error('unreachable') }],
  },
  outputs: {
    fetchArchives: [known, { ...known, live: archive }],
    readArchive: [file],
    giveUpArchive: [undefined],
  },
  identity: ({
    archive: one,
    file: chosen,
    message,
  }: {
    archive?: ArchiveImport
    file?: ArchiveFile
    message?: string
  }) => [one?.state, chosen?.key, message],
  // Nothing is sent that was not looked at first.
  invariant: (snapshot) => {
    if (snapshot.can({ type: 'dialog.submit' })) expect(snapshot.matches('previewing')).toBe(true)
  },
}
