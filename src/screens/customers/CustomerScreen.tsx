import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { serverDetails } from '../../../contract/client/errors'
import { customerName } from '../../../contract/customers'
import type { CustomerRecord } from '../../../contract/extensions/customers'
import { PageButtons } from '../../components/actions/PageMenu'
import { Address } from '../../components/base/Address'
import { Badge } from '../../components/base/Badge'
import { buttonStyle } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { Copyable } from '../../components/layout/Copyable'
import { DescriptionList } from '../../components/base/DescriptionList'
import { EmptyState } from '../../components/base/EmptyState'
import { formatCount, formatPrice } from '../../components/base/format'
import { Moment } from '../../components/base/Moment'
import { PageHeader } from '../../components/base/PageHeader'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { RecordColumns } from '../../components/record/RecordColumns'
import { ResourceRecord } from '../../components/record/ResourceRecord'
import { useApp, useCurrency } from '../../app/context'
import { readRecord } from '../../data/resources/records'
import { useFlowAtAddress } from '../../app/useFlowAtAddress'
import { BackLink } from '../layout/BackLink'
import { customerPageActions, customerPanel } from './actions'
import { CustomerOrders } from './CustomerOrders'
import { CustomerCalls, CustomerTimeline, MergedCustomers } from './CustomerHistory'

const route = getRouteApi('/_signedIn/customers/$customerId')

const parameters = ['action']

const toList = (
  <Link to="/customers" className={buttonStyle({ variant: 'outline' })}>
    Go to customers
  </Link>
)

/** One customer (CU-03). */
export default function CustomerScreen() {
  const { api, config } = useApp()
  const { customerId } = route.useParams()
  if (!config.extensions) {
    return <EmptyState title="This backend does not offer customer details." level={1} actions={toList} />
  }
  return (
    <ResourceRecord
      key={customerId}
      id={customerId}
      resource="customers"
      read={readRecord(api, 'customers', customerId)}
      failure="Error fetching customer"
      noun="customer"
      toList={toList}
      deleted={<Navigate to="/customers" replace />}
      elsewhere={leadToMerged}
    >
      {(customer) => <CustomerPage customer={customer} />}
    </ResourceRecord>
  )
}

/** Who became a part of another customer is found there (CU-04). */
function leadToMerged(error: unknown) {
  const mergedInto = serverDetails(error)?.['mergedInto']
  return typeof mergedInto === 'string' ? (
    <Navigate to="/customers/$customerId" params={{ customerId: mergedInto }} replace />
  ) : undefined
}

function CustomerPage({ customer }: { customer: CustomerRecord }) {
  const isEdited = route.useSearch({ select: ({ action }) => action === 'edit' })
  const { id } = customer
  const name = customerName(customer)
  const panel = useMemo(() => customerPanel(isEdited ? 'edit' : undefined, id), [isEdited, id])
  useFlowAtAddress(panel, parameters)
  return (
    <>
      <PageHeader
        title={name}
        within="Customers"
        isRecord
        back={<BackLink to="/customers" />}
        badge={customer.doNotCall && <Badge tone="red">Do not call</Badge>}
        actions={<PageButtons actions={customerPageActions} record={customer} />}
      />
      <RecordColumns summary={<CustomerSales customer={customer} />} side={<CustomerFacts customer={customer} />}>
        <CustomerOrders customerId={id} />
        <CustomerCalls customer={customer} />
        <MergedCustomers customer={customer} />
        <CustomerTimeline customer={customer} />
      </RecordColumns>
    </>
  )
}

/** What they have bought (CU-05). */
function CustomerSales({ customer }: { customer: CustomerRecord }) {
  const currency = useCurrency()
  return (
    <Card>
      <DescriptionList
        layout="rows"
        entries={[
          { term: 'Orders', detail: formatCount(customer.ordersCount) },
          { term: 'Total spent', detail: formatPrice(customer.totalSpent, currency) },
          { term: 'Last order', detail: <Moment iso={customer.lastOrderAt} /> },
          { term: 'Added', detail: <Moment iso={customer.createdAt} /> },
        ]}
      />
    </Card>
  )
}

/** Who it is, and where they live. */
function CustomerFacts({ customer }: { customer: CustomerRecord }) {
  const { email, phone, note } = customer
  return (
    <>
      <Card title="Profile">
        <Stack gap="sm">
          {email ? <Copyable label="Copy email" text={email} /> : <Text tone="muted">No email is known.</Text>}
          {phone ? <Copyable label="Copy phone" text={phone} /> : <Text tone="muted">No phone number is known.</Text>}
        </Stack>
      </Card>
      <Card title="Address">
        <Address address={customer.shippingAddress} />
      </Card>
      {note && (
        <Card title="Note">
          <Text as="div" prose>
            {note}
          </Text>
        </Card>
      )}
    </>
  )
}
