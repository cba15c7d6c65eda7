import { fromPromise } from 'xstate'
import { answer, searchPage } from '../../../contract/client/client'
import { customerName } from '../../../contract/customers'
import type { Found } from '../../../contract/extensions/search'
import { orderName } from '../../../contract/orders'
import { searchedFor, type SearchRow } from '../../../contract/search'
import type { Place } from '../../../machines/palette/palette.machine'
import type { Api } from '../api'
import { type ActorsOf, required } from '../flowActors'

/** Of each kind so many are asked for where each list is searched: whoever looks for more goes to the list. */
const mostOfAKind = 4

const known = (...texts: (string | number | false | null | undefined)[]) => texts.filter(Boolean).join(' · ')
const to = (path: string, id: string) => `${path}${encodeURIComponent(id)}`

type Kind = keyof Found
/** A record as one call finds it, or as its list has it. */
type FoundRow<Resource extends Kind> = Found[Resource][number] | SearchRow<Resource>

/** Where records are shown, those first that people on the phone ask for. */
const places: { readonly [Resource in Kind]: (row: FoundRow<Resource>) => Omit<Place, 'id'> | undefined } = {
  orders: (row) => ({
    name: `Order ${orderName(row)}`,
    detail: known(row.customerName, 'foundBy' in row && row.foundBy?.text, row.campaignName),
    href: to('/orders/', row.id),
  }),
  customers: (row) => ({
    name: customerName(row),
    detail: known(row.phone, row.email),
    href: to('/customers/', row.id),
  }),
  fulfillments: ({ orderId, orderNumber, trackingNumber, carrier, customerName: of }) =>
    // A parcel is on the page of its order.
    orderId && trackingNumber
      ? { name: trackingNumber, detail: known(carrier, `order #${orderNumber}`, of), href: to('/orders/', orderId) }
      : undefined,
  campaigns: ({ id, name }) => ({ name: name ?? id, detail: 'Campaign', href: `${to('/campaigns/', id)}?tab=offers` }),
  products: ({ id, name, sku }) => ({
    name: name ?? id,
    detail: known('Product', sku),
    href: to('/products?action=view&productId=', id),
  }),
}
// Object.keys knows only strings.
const kinds = Object.keys(places) as Kind[]

const placesOf = <Resource extends Kind>(resource: Resource, rows: readonly FoundRow<Resource>[]): Place[] =>
  rows.flatMap((row) => {
    const place = places[resource](row)
    return place ? [{ id: `${resource} ${row.id}`, ...place }] : []
  })

/** What a text finds of all records that have a place of their own: by one call, or list by list where there is none (WF-01). */
export const paletteActors = ({ client, extended }: Api): Pick<ActorsOf<'palette'>, 'findPlaces'> => ({
  findPlaces: fromPromise(async ({ input, signal }) => {
    const organizationId = required(input.organizationId, 'Organization ID is required')
    if (input.extensions) {
      const { find } = (await extended('search')).client.search
      const query = { organizationId, q: searchedFor(input.q) }
      const { data } = answer(await find({ query, fetchOptions: { signal } }))
      return kinds.flatMap((kind) => placesOf(kind, data[kind]))
    }
    const request = { organizationId, limit: mostOfAKind, q: input.q }
    const find = async (resource: Kind): Promise<Place[]> =>
      placesOf(resource, (await searchPage(client, { ...request, resource }, signal)).rows)
    return (await Promise.all(kinds.map(find))).flat()
  }),
})
