import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Customer, customerName } from '../../../contract/customers'
import { customerList } from '../../../contract/lists/customers'
import type { BulkActions } from '../../components/bulk/BulkMenu'
import { PageButtons } from '../../components/actions/PageMenu'
import { countries } from '../../components/form/countries'
import { PageHeader } from '../../components/base/PageHeader'
import { listColumns } from '../../components/table/columns'
import { listFilters } from '../../components/table/listFilters'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp } from '../../app/context'
import { useFlowAtAddress } from '../../app/useFlowAtAddress'
import { exporting } from '../listExports/exporting'
import { customerActions, customerJobs, customerListActions, customerPanel } from './actions'

const route = getRouteApi('/_signedIn/customers/')

const column = listColumns(customerList)

const others = [
  column('email', { size: 250, card: {} }),
  column('phone'),
  column('ordersCount'),
  column('totalSpent', { card: {} }),
  column('lastOrderAt', { precision: 'day' }),
  column('createdAt', { precision: 'day' }),
]
const plainColumns = [column('name', { size: 220, cell: customerName }), ...others]
const linkedColumns = [
  column('name', {
    size: 220,
    cell: (customer) => (
      <Link to="/customers/$customerId" params={{ customerId: customer.id }}>
        {customerName(customer)}
      </Link>
    ),
  }),
  ...others,
]

const rowActions = {
  label: (customer: Customer) => `Actions for ${customerName(customer)}`,
  actions: customerActions,
}

const filters = listFilters(customerList, { country: countries })
const toolbar = exporting(customerList)
const bulk: BulkActions<Customer> = {
  list: customerList,
  jobs: customerJobs,
  label: (customer) => `Choose ${customerName(customer)}`,
}
const parameters = ['action', 'customerId']

/** Every customer of the organization (CU-01). A backend of the twenty calls has the list alone. */
export default function CustomersScreen() {
  const { extensions } = useApp().config
  const { action, customerId } = route.useSearch()
  const panel = useMemo(
    () => (extensions ? customerPanel(action, customerId) : undefined),
    [extensions, action, customerId],
  )
  useFlowAtAddress(panel, parameters)
  return (
    <>
      <PageHeader
        title="Customers"
        actions={extensions && <PageButtons actions={customerListActions} record={null} />}
      />
      <ResourceTable
        resource="customers"
        label="Customers"
        columns={extensions ? linkedColumns : plainColumns}
        failure="Error fetching customers"
        filters={filters}
        toolbar={toolbar}
        bulk={extensions ? bulk : undefined}
        rowActions={extensions ? rowActions : undefined}
        begin={extensions && <PageButtons actions={customerListActions} record={null} />}
      />
    </>
  )
}
