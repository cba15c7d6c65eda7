import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Customer, customerName } from '../../../contract/customers'
import { customerList } from '../../../contract/lists/customers'
import type { OpenEvent } from '../../../machines/flows'
import { Button } from '../../components/base/Button'
import { countries } from '../../components/form/countries'
import { PageHeader } from '../../components/base/PageHeader'
import { listColumns } from '../../components/table/columns'
import { listFilters } from '../../components/table/listFilters'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp } from '../../app/context'
import { useFlowAtAddress } from '../../app/useFlowAtAddress'
import { customerActions } from './actions'

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

const rowActions = {
  label: (customer: Customer) => `Actions for ${customerName(customer)}`,
  actions: customerActions,
}

const filters = listFilters(customerList, { country: countries })
const parameters = ['action', 'customerId']

/** Every customer of the organization (CU-01). A backend of the twenty calls has the list alone. */
export default function CustomersScreen() {
  const { extensions } = useApp().config
  const navigate = route.useNavigate()
  const { action, customerId } = route.useSearch()
  const panel = useMemo((): OpenEvent | undefined => {
    if (!extensions) return undefined
    if (action === 'new') return { type: 'open.customerEdit', recordId: undefined, input: { customerId: undefined } }
    return action && customerId ? { type: 'open.customerEdit', recordId: customerId, input: { customerId } } : undefined
  }, [extensions, action, customerId])
  useFlowAtAddress(panel, parameters)
  const add = () => void navigate({ search: (before) => ({ ...before, action: 'new' }), resetScroll: false })
  return (
    <>
      <PageHeader
        title="Customers"
        actions={
          extensions && (
            <Button variant="solid" onClick={add}>
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
