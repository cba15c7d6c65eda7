import { fromPromise } from 'xstate'
import { searchPage } from '../../../contract/client/client'
import { type Customer, customerName } from '../../../contract/customers'
import type { Fulfilment } from '../../../contract/fulfilments'
import { orderName } from '../../../contract/orders'
import type { SearchResource, SearchRow } from '../../../contract/search'
import type { Place } from '../../../machines/palette/palette.machine'
import type { Api } from '../api'
import { type ActorsOf, required } from '../flowActors'

/** Of each kind so many are shown: whoever looks for more goes to the list. */
const mostOfAKind = 4

const known = (...texts: (string | number | null | undefined)[]) => texts.filter(Boolean).join(' · ')
const to = (path: string, id: string) => `${path}${encodeURIComponent(id)}`

type PlaceOf<Resource extends SearchResource> = (row: SearchRow<Resource>) => Omit<Place, 'id'> | undefined

/** Where the rows of lists are shown, those first that people on the phone ask for. */
const places = {
  orders: (row) => ({
    name: `Order ${orderName(row)}`,
    detail: known(row.customerName, row.foundBy?.text, row.campaignName),
    href: to('/orders/', row.id),
  }),
  customers: (row: Customer) => ({
    name: customerName(row),
    detail: known(row.phone, row.email),
    href: to('/customers/', row.id),
  }),
  fulfillments: ({ orderId, orderNumber, trackingNumber, carrier, customerName: of }: Fulfilment) =>
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
} satisfies { [Resource in SearchResource]?: PlaceOf<Resource> }
type Shown = keyof typeof places

const shown = Object.keys(places) as Shown[]

/** What a text finds in all lists whose records have a place of their own, list by list (WF-01). */
export const paletteActors = ({ client }: Api): Pick<ActorsOf<'palette'>, 'findPlaces'> => ({
  findPlaces: fromPromise(async ({ input: { organizationId, q }, signal }) => {
    const request = { organizationId: required(organizationId, 'Organization ID is required'), limit: mostOfAKind, q }
    const find = async (resource: Shown): Promise<Place[]> => {
      const placeOf = places[resource] as unknown as PlaceOf<Shown>
      const { rows } = await searchPage(client, { ...request, resource }, signal)
      return rows.flatMap((row) => {
        const place = placeOf(row)
        return place ? [{ id: `${resource} ${row.id}`, ...place }] : []
      })
    }
    return (await Promise.all(shown.map((resource) => find(resource)))).flat()
  }),
})
