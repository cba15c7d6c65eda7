import { useRouter } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { ListName } from '../../../contract/lists/names'
import { listNamed } from '../../../contract/lists/tables'
import type { Place } from '../../../machines/palette/palette.machine'
import { useApp } from '../../app/context'
import { readSavedViews } from '../../data/resources/savedViews'
import { useList } from '../../data/useList'
import { searchOfView } from '../savedViews/viewAddress'

interface ListPlace {
  name: string
  to: string
  tab?: string
}

/** Where the lists stand that have a page of their own; others are found within a record, and their views beside them. */
const places: { readonly [List in ListName]?: ListPlace } = {
  audit: { name: 'Audit log', to: '/settings', tab: 'audit' },
  bulkJobs: { name: 'Bulk changes', to: '/settings', tab: 'bulk' },
  calls: { name: 'Calls', to: '/calls' },
  campaigns: { name: 'Campaigns', to: '/campaigns' },
  collaborations: { name: 'Collaborations', to: '/admin/collaborations' },
  customers: { name: 'Customers', to: '/customers' },
  fulfillments: { name: 'Fulfilments', to: '/fulfilments' },
  mails: { name: 'Mails', to: '/settings', tab: 'mails' },
  members: { name: 'Users', to: '/admin/users' },
  orderLines: { name: 'Order lines', to: '/orders/lines' },
  orders: { name: 'Orders', to: '/orders' },
  products: { name: 'Products', to: '/products' },
  transactions: { name: 'Transactions', to: '/gateways', tab: 'transactions' },
}

/** The views of an organization's lists, as places to go to (WF-01, WF-02). */
export function useViewPlaces(organizationId: string | undefined): readonly Place[] {
  const { api } = useApp()
  const router = useRouter()
  const views = useSelector(useList('savedViews', readSavedViews(api, organizationId)), ({ context }) => context.rows)
  return views.flatMap((view): Place[] => {
    // What is none of them has no place.
    const list = view.list as ListName
    const place = listNamed(list) && places[list]
    if (!place) return []
    const { href } = router.buildLocation({ to: place.to, search: { ...searchOfView(view, list), tab: place.tab } })
    return [{ id: `view ${view.id}`, name: view.name, detail: `View of ${place.name.toLowerCase()}`, href }]
  })
}
