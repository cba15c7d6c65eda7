import { fromCallback, fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { ImportResource, SheetImport } from '../../../contract/extensions/sheetImports'
import { cutText } from '../../../contract/rules/cutText'
import type { SheetImportEvent, Sheet } from '../../../machines/sheetImports/sheetImportSetup'
import type { Api } from '../api'
import { sentSurely } from '../creations'
import type { ActorsOf } from '../flowActors'

/** Few enough for a request, however long their descriptions are; a line of tracking is short. */
const linesAtOnce = { products: 250, offers: 250, fulfilments: 500, customers: 250, orders: 250 } as const

interface Checking {
  input: {
    organizationId: string | undefined
    campaignId: string | undefined
    resource: ImportResource
    sheet: Sheet | undefined
  }
  sendBack: (event: SheetImportEvent) => void
}

/** What is done to an import as a whole; asked for again, the server answers what it has come to. */
const stepOf = ({ extended }: Api, step: 'commit' | 'withdraw' | 'undo') =>
  fromPromise<SheetImport, { importId: string }>(async ({ input: { importId } }) => {
    const { client } = await extended('sheetImports')
    const asked = { params: pathParams({ importId }), body: {} }
    return answer(await sentSurely(() => client.sheetImports[step](asked))).data
  })

export const sheetImportActors = (api: Api): ActorsOf<'sheetImport'> => ({
  fetchImports: fromPromise(async ({ input: { organizationId, campaignId, resource }, signal }) => {
    if (organizationId === undefined) return []
    const { reads } = await api.extended('sheetImports')
    // Orders of all campaigns are told of, as theirs is chosen later.
    const within = campaignId !== undefined && resource !== 'orders' && { campaignId }
    const query = { organizationId, resource, ...within }
    return answer(await reads.sheetImports.list.query({ query, fetchOptions: { signal } })).data
  }),
  // The reader and its parser come when somebody imports something.
  readSheet: fromPromise(async ({ input }) => (await import('../../browser/spreadsheet')).readSheet(input)),
  checkLines: fromCallback(({ input: { organizationId = '', campaignId, resource, sheet }, sendBack }: Checking) => {
    const stop = new AbortController()
    const send = async () => {
      if (!sheet) throw new Error('No spreadsheet')
      const { linesUnder } = await import('../../browser/spreadsheet')
      const { client } = await api.extended('sheetImports')
      const lines = linesUnder(sheet.key)
      const name = cutText(sheet.name, 200)
      const body = {
        organizationId,
        name,
        resource,
        ...(campaignId !== undefined && { campaignId }),
        ...(sheet.source !== undefined && { source: sheet.source }),
      }
      const created = await api.createOnce({ body }, (keyed) => client.sheetImports.create({ body, ...keyed }))
      let begun = answer(created).data
      for (let sent = 0; sent < lines.length && !stop.signal.aborted;) {
        const some = lines.slice(sent, sent + linesAtOnce[resource])
        const asked = { params: pathParams({ importId: begun.id }), body: { lines: [...some] } }
        begun = answer(await sentSurely(() => client.sheetImports.addLines(asked))).data
        sent += some.length
        if (!stop.signal.aborted) sendBack({ type: 'check.progress', begun, sent })
      }
      if (!stop.signal.aborted) sendBack({ type: 'check.done' })
    }
    send().catch((error: unknown) => {
      if (!stop.signal.aborted) sendBack({ type: 'check.fail', error })
    })
    return () => {
      stop.abort()
    }
  }),
  fetchLines: fromPromise(async ({ input: { importId, shown }, signal }) => {
    const { reads } = await api.extended('sheetImports')
    const { verdict, lines } = shown
    const last = lines.at(-1)
    const { data, meta } = answer(
      await reads.sheetImports.lines.query({
        params: pathParams({ importId }),
        query: { ...(verdict && { verdict }), ...(last && { after: `${last.line}` }) },
        fetchOptions: { signal },
      }),
    )
    return { verdict, lines: [...lines, ...data], total: meta.total }
  }),
  commitImport: stepOf(api, 'commit'),
  withdrawImport: stepOf(api, 'withdraw'),
  undoImport: stepOf(api, 'undo'),
})
