import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Customer, customerName } from '../../../contract/customers'
import type { OpenEvent } from '../../../machines/flows'
import { Button } from '../../components/base/Button'
import { countries } from '../../components/form/countries'
import { PageHeader } from '../../components/base/PageHeader'
import { columnsOf } from '../../components/table/columns'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp } from '../../app/context'
import { useFlowAtAddress } from '../../app/useFlowAtAddress'
import { customerActions } from './actions'

const route = getRouteApi('/_signedIn/customers/')

const { text, shown, money, count, moment } = columnsOf<Customer>()

const others = [
  text('email', 'Email', { card: {} }),
  text('phone', 'Phone'),
  count('ordersCount', 'Orders'),
  money('totalSpent', 'Total spent', { card: {} }),
  moment('lastOrderAt', 'Last order'),
  moment('createdAt', 'Added'),
]
const plainColumns = [shown('name', 'Name', customerName), ...others]
const linkedColumns = [
  shown('name', 'Name', (customer: Customer) => (
    <Link to="/customers/$customerId" params={{ customerId: customer.id }}>
      {customerName(customer)}
    </Link>
  )),
  ...others,
]

const rowActions = {
  label: (customer: Customer) => `Actions for ${customerName(customer)}`,
  actions: customerActions,
}

const filters = [{ name: 'country', label: 'Country', options: countries }]
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
