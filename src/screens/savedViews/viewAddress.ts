import type { SavedView } from '../../../contract/extensions/savedViews'
import { shownFilters } from '../../../contract/lists/description'
import type { ListName } from '../../../contract/lists/names'
import { listNamed } from '../../../contract/lists/tables'
import { type ListAddress, type ReadAddress, readListAddress } from '../../../contract/rules/listAddress'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import { addressOf, hasFields } from '../../data/tableAddress'

/** What a view asks for, as far as its list knows it still. */
export const readView = ({ list, address }: Pick<SavedView, 'list' | 'address'>): ReadAddress => {
  const described = listNamed(list)
  return described ? readListAddress(described, address) : { address: {}, lost: [] }
}

/** A list as it is seen. */
export function addressSeen(
  { q, filters, sort }: TableRequest,
  { columns, hidden }: { columns: readonly { id: string }[]; hidden: readonly string[] },
): ListAddress {
  return {
    ...(q !== '' && { q }),
    ...(Object.keys(filters).length > 0 && { filters: { ...filters } }),
    ...(sort && { sort }),
    columns: columns.flatMap(({ id }) => (hidden.includes(id) ? [] : [id])),
  }
}

/** Whether two addresses show the same; one that names no columns shows whichever. */
export function isSameAddress(one: ListAddress, other: ListAddress): boolean {
  const [{ filters: first = {} }, { filters: second = {} }] = [one, other]
  return (
    one.q === other.q &&
    one.sort?.by === other.sort?.by &&
    one.sort?.order === other.sort?.order &&
    hasFields(first, second) &&
    hasFields(second, first) &&
    (!one.columns || !other.columns || one.columns.join() === other.columns.join())
  )
}

/** The parameters of an address that shows this of a list, and nothing else of it. */
export function searchFor(list: ListName, { q = '', filters = {}, sort, columns }: ListAddress, pageSize = 10) {
  const described = listNamed(list)
  const request = { q, pageIndex: 0, pageSize, sort, filters, columns }
  return addressOf(request, described ? shownFilters(described, true) : [])
}

/** The same of a view. */
export const searchOfView = (view: SavedView, list: ListName, pageSize?: number) => ({
  ...searchFor(list, readView(view).address, pageSize),
  view: view.id,
})
