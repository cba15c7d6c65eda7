import { fromCallback, fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import { RequestError } from '../../../contract/client/errors'
import type { ArchiveImport } from '../../../contract/extensions/archives'
import { archivePartBytes } from '../../../contract/rules/archives'
import { cutText } from '../../../contract/rules/cutText'
import type { ArchiveFile } from '../../../machines/archives/archiveTake.machine'
import { keptSource } from '../../browser/chosenFiles'
import type { Api } from '../api'
import { sentSurely } from '../creations'
import { type ActorsOf, required } from '../flowActors'

/** Milliseconds between looks at how far the server is. */
const between = 700

interface Taking {
  input: { organizationId: string | undefined; file: ArchiveFile | undefined; archive: ArchiveImport | undefined }
  sendBack: (
    event:
      | { type: 'archive.progress' | 'archive.end'; archive: ArchiveImport }
      | { type: 'archive.fail'; error: unknown },
  ) => void
}

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, between)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** How often a part is sent: for some ten minutes, as gigabytes take hours on a line that is away now and then. */
const tries = 25

/** The embedded database does one thing at a time, and may answer nothing else while it takes an archive over. */
const isBusy = (error: unknown) => error instanceof RequestError && (error.status === 503 || error.status === undefined)

export const archiveActors = (api: Api): ActorsOf<'archiveTake'> => {
  const { extended, createOnce, queryClient } = api
  const listed = async (organizationId: string, signal?: AbortSignal) => {
    const { client } = await extended('archives')
    return answer(
      await client.archives.list({ query: { organizationId }, fetchOptions: { ...(signal && { signal }) } }),
    )
  }
  const giveUp = async (archiveId: string) => {
    const { client } = await extended('archives')
    answer(await client.archives.giveUp({ params: pathParams({ archiveId }), body: {} }))
  }
  const send = async (
    organizationId: string,
    file: ArchiveFile,
    signal: AbortSignal,
    note: (one: ArchiveImport) => void,
  ) => {
    const { base64Of } = await import('../../browser/archiveFile')
    const source = keptSource(file.key)
    if (!source) throw new Error('Choose the file once more.')
    const { client } = await extended('archives')
    const body = { organizationId, name: cutText(file.name, 200), bytes: file.bytes }
    let one = answer(await createOnce({ body }, (keyed) => client.archives.create({ body, ...keyed }))).data
    note(one)
    // Who gave it up before it had an id could not name it.
    if (signal.aborted) await giveUp(one.id)
    const params = pathParams({ archiveId: one.id })
    while (one.received < file.bytes && !signal.aborted) {
      const content = await base64Of(source.slice(one.received, one.received + archivePartBytes))
      const { received: place } = one
      // One that has come is passed over, so that no lost answer begins gigabytes anew.
      one = await sentSurely(
        async () => answer(await client.archives.addPart({ params, body: { place, content } })).data,
        { tries, signal },
      )
      note(one)
    }
    if (!signal.aborted)
      one = await sentSurely(async () => answer(await client.archives.take({ params, body: {} })).data, {
        tries,
        signal,
      })
    return one
  }
  /** Looks until the server has ended. */
  const watch = async (organizationId: string, id: string, signal: AbortSignal, note: (one: ArchiveImport) => void) => {
    for (;;) {
      await pause(signal)
      signal.throwIfAborted()
      try {
        const { data } = await listed(organizationId, signal)
        const one = data.find((each) => each.id === id)
        if (one?.state !== 'taking') return one
        note(one)
      } catch (error) {
        if (!isBusy(error)) throw error
      }
    }
  }
  return {
    fetchArchives: fromPromise(async ({ input: { organizationId }, signal }) => {
      const { data, meta } = await listed(required(organizationId, 'No organization'), signal)
      return {
        live: data.find(({ state }) => state === 'taking'),
        whyNot: meta.whyNot ?? undefined,
        mostBytes: meta.mostBytes,
      }
    }),
    readArchive: fromPromise(async ({ input }) => (await import('../../browser/archiveFile')).readArchive(input)),
    takeArchive: fromCallback(({ input: { organizationId = '', file, archive }, sendBack }: Taking) => {
      const stop = new AbortController()
      const { signal } = stop
      const note = (one: ArchiveImport) => {
        if (!signal.aborted) sendBack({ type: 'archive.progress', archive: one })
      }
      const take = async () => {
        if (!archive && !file) throw new Error('Choose a file first.')
        const begun = archive ?? (file && (await send(organizationId, file, signal, note)))
        if (!begun || signal.aborted) return
        note(begun)
        const ended = await watch(organizationId, begun.id, signal, note)
        // Nothing that was read before is true any more.
        await queryClient.invalidateQueries()
        if (!signal.aborted) sendBack({ type: 'archive.end', archive: ended ?? begun })
      }
      take().catch((error: unknown) => {
        if (!signal.aborted) sendBack({ type: 'archive.fail', error })
      })
      return () => stop.abort()
    }),
    giveUpArchive: fromPromise(async ({ input: { archiveId } }) => {
      if (archiveId !== undefined) await giveUp(archiveId)
    }),
  }
}
