import type { Api } from '../api'
import type { Read } from '../cache'
import { firstPage } from '../tableAddress'
import type { Rows } from './rows'
import { readRows, type RowsSource, type TableRow } from './search'

const pageSize = 100
/** More of them nobody chooses from a menu. */
const most = 1_000

/** The rows of a resource to choose one of, by their names: its first thousand, the pages after the first at once. */
export function readByName<Resource extends 'campaigns' | 'offers'>(
  api: Api,
  source: RowsSource<Resource>,
  name: Resource extends 'campaigns' ? 'name' : 'displayName',
): Read<Rows<TableRow<Resource>>> {
  const page = (pageIndex: number) =>
    readRows(api, source, { ...firstPage, pageIndex, pageSize, sort: { by: name, order: 'asc' } })
  return {
    key: [...page(0).key, 'all'],
    fetch: async (signal) => {
      const { rows, total } = await page(0).fetch(signal)
      const further = Array.from({ length: Math.ceil(Math.min(total, most) / pageSize) - 1 }, (_, place) => place + 1)
      const pages = await Promise.all(further.map((index) => page(index).fetch(signal)))
      return { rows: [...rows, ...pages.flatMap((later) => later.rows)], total }
    },
  }
}

export const readCampaignsByName = (api: Api, organizationId: string | undefined) =>
  readByName(api, { organizationId, resource: 'campaigns', within: {} }, 'name')
