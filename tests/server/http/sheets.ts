import type { ImportCells, ImportLine, SheetImport } from '../../../contract/extensions/sheetImports'
import type { Answer, Started } from './start'

const shown = ({ body }: Answer) => (body as { data: SheetImport }).data

type Scope =
  | Record<'organizationId', string>
  | Record<'organizationId' | 'campaignId', string>
  | Record<'organizationId' | 'resource', string>
  | Record<'organizationId' | 'resource' | 'campaignId', string>

/** What a person does with spreadsheets, of products, of a campaign's offers or orders, or of tracking numbers. */
export function sheetsOf({ call }: Started, now: () => { token: string; scope: Scope }) {
  const send = (method: string, path: string, body?: object) => call(method, path, { token: now().token, body })
  return {
    send,
    shown,
    begin: async (lines: readonly ImportCells[], name = 'lines.csv') => {
      let begun = shown(await send('POST', '/sheet-imports', { ...now().scope, name }))
      const numbered = lines.map((cells, index) => ({ line: index + 2, cells }))
      for (let from = 0; from < numbered.length; from += 500) {
        const some = numbered.slice(from, from + 500)
        begun = shown(await send('PUT', `/sheet-imports/${begun.id}/lines`, { lines: some }))
      }
      return begun
    },
    linesOf: async (id: string, query = '') =>
      ((await send('GET', `/sheet-imports/${id}/lines${query}`)).body as { data: ImportLine[] }).data,
    commit: (id: string) => send('POST', `/sheet-imports/${id}/commit`, {}),
    undo: (id: string) => send('POST', `/sheet-imports/${id}/undo`, {}),
    listed: async () => {
      const answer = await send('GET', `/sheet-imports?${new URLSearchParams(now().scope)}`)
      return (answer.body as { data: SheetImport[] }).data
    },
  }
}
