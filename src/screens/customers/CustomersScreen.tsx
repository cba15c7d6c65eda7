import { getRouteApi, Link } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type Customer, customerName } from '../../../contract/customers'
import { customerList } from '../../../contract/lists/customers'
import type { OpenEvent } from '../../../machines/flows'
import { Button } from '../../components/base/Button'
import { countries } from '../../components/form/countries'
import { PageHeader } from '../../components/base/PageHeader'
import { listColumns } from '../../components/table/columns'
import { listFilters } from '../../components/table/listFilters'
import { editAndDelete } from '../../components/table/recordEntries'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp, useWorkspace } from '../../app/context'
import { useFlowAtAddress } from '../../app/useFlowAtAddress'

const route = getRouteApi('/_signedIn/customers/')

const column = listColumns(customerList)

const others = [
  column('email', { card: {} }),
  column('phone'),
  column('ordersCount'),
  column('totalSpent', { card: {} }),
  column('lastOrderAt'),
  column('createdAt'),
]
const plainColumns = [column('name', { cell: customerName }), ...others]
const linkedColumns = [
  column('name', {
    cell: (customer) => (
      <Link to="/customers/$customerId" params={{ customerId: customer.id }}>
        {customerName(customer)}
      </Link>
    ),
  }),
  ...others,
]

const filters = listFilters(customerList, { country: countries })
const parameters = ['action', 'customerId']

/** Every customer of the organization (CU-01). A backend of the twenty calls has the list alone. */
export default function CustomersScreen() {
  const { extensions } = useApp().config
  const workspace = useWorkspace()
  const navigate = route.useNavigate()
  const { action, customerId } = route.useSearch()
  const panel = useMemo((): OpenEvent | undefined => {
    if (!extensions) return undefined
    if (action === 'new') return { type: 'open.customerEdit', input: { customerId: undefined } }
    return action && customerId ? { type: 'open.customerEdit', input: { customerId } } : undefined
  }, [extensions, action, customerId])
  useFlowAtAddress(panel, parameters)
  const ask = useCallback(
    (asked: { action: 'new' | 'edit'; customerId?: string }) =>
      void navigate({ search: (before) => ({ ...before, ...asked }), resetScroll: false }),
    [navigate],
  )
  const rowActions = useMemo(
    () => ({
      label: (customer: Customer) => `Actions for ${customerName(customer)}`,
      items: editAndDelete,
      onSelect: (chosen: string, customer: Customer) => {
        const { id } = customer
        const name = customerName(customer)
        if (chosen === 'edit') ask({ action: 'edit', customerId: id })
        else workspace.send({ type: 'open.recordDelete', input: { id, resource: 'customers', name } })
      },
    }),
    [ask, workspace],
  )
  return (
    <>
      <PageHeader
        title="Customers"
        actions={
          extensions && (
            <Button variant="solid" onClick={() => ask({ action: 'new' })}>
              New customer
            </Button>
          )
        }
      />
      <ResourceTable
        resource="customers"
        label="Customers"
        columns={extensions ? linkedColumns : plainColumns}
        failure="Error fetching customers"
        filters={filters}
        rowActions={extensions ? rowActions : undefined}
      />
    </>
  )
}
