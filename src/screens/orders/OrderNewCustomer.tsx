import type { Customer } from '../../../contract/customers'
import { customerName } from '../../../contract/customers'
import { Button } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { Row } from '../../components/base/Row'
import { Text } from '../../components/base/Text'
import { LaterCombobox } from '../../components/form/LaterCombobox'
import { TextField } from '../../components/form/TextField'
import { Grid } from '../../components/layout/Grid'
import { LaterPart } from '../../components/layout/LaterPart'
import { useApp } from '../../app/context'
import { knownCaller } from '../../data/resources/openCalls'
import { focusSoon } from '../../browser/focusSoon'
import { type OrderNewRef, typingOf } from './useOrderNew'
import { fieldAfter, goingOn } from './goingOn'
import { CustomersAlike } from './lazyNewOrder'
import { useOrderFields, useOrderOptions } from './useOrderFields'

/** The entry of the list that is nobody yet. */
const newId = 'new'

const messages = {
  loading: 'Searching...',
  empty: 'Type a name, an email or a phone number',
  failed: 'Error searching',
}

const detailsOf = ({ email, phone }: Customer) => [email, phone].filter(Boolean).join(' · ')

const fields = [
  { name: 'firstName', label: 'First name', type: 'text' },
  { name: 'lastName', label: 'Last name', type: 'text' },
  { name: 'email', label: 'Email', type: 'email', hint: 'Without one, a code to pay by is read out.' },
  { name: 'phone', label: 'Phone', type: 'tel' },
] as const

/** Who buys: found by name, email or phone, or new in place (NO-01). */
export function OrderNewCustomer({ flow }: { flow: OrderNewRef }) {
  const { content, facts, isBusy, field, errorOf } = useOrderFields(flow)
  const { customerId, newCustomer } = content
  const known = facts.customer?.id === customerId ? facts.customer : undefined
  const now = facts.merged?.id === customerId ? facts.merged?.into : undefined
  const refusal = errorOf('customerId')
  const change = () => {
    flow.send({ type: 'customer.change' })
    focusSoon('customerId')
  }
  const choose = (customer: Customer) => {
    flow.send({ type: 'customer.choose', customer })
    focusSoon('offer')
  }
  return (
    <Card
      title="Customer"
      action={
        (newCustomer || customerId !== undefined) && (
          <Button size="sm" disabled={isBusy} onClick={change}>
            {newCustomer ? 'Find a customer instead' : 'Change customer'}
          </Button>
        )
      }
    >
      {newCustomer && (
        <>
          <div onKeyDown={goingOn(flow)}>
            <Grid columns="two">
              {fields.map(({ name, ...shown }) => (
                <TextField key={name} {...field(`newCustomer.${name}`, newCustomer[name])} {...shown} />
              ))}
            </Grid>
          </div>
          <LaterPart failed={null}>
            <CustomersAlike typing={typingOf(flow)} onUse={choose} />
          </LaterPart>
        </>
      )}
      {customerId !== undefined && (known ?? refusal === undefined) && (
        <Text>
          <strong>{known ? customerName(known) : 'Reading...'}</strong> {known && detailsOf(known)}
        </Text>
      )}
      {customerId !== undefined && refusal !== undefined && <Text tone="danger">{refusal}</Text>}
      {now && (
        <Row>
          <Button size="sm" variant="solid" disabled={isBusy} onClick={() => choose(now)}>
            Use {customerName(now)}
          </Button>
        </Row>
      )}
      {!newCustomer && customerId === undefined && <CustomerSearch flow={flow} />}
    </Card>
  )
}

function CustomerSearch({ flow }: { flow: OrderNewRef }) {
  const { isBusy, errorOf } = useOrderFields(flow)
  const { api } = useApp()
  const { ref, options } = useOrderOptions(flow)
  const { customers, customerSearch } = options.context
  const isIdle = customerSearch.trim() === ''
  const isFailed = options.matches({ customers: 'failed' })
  const isReady = options.matches({ customers: 'ready' })
  const choose = (id: string) => {
    if (id === newId) {
      flow.send({ type: 'customer.new', typed: customerSearch, ...knownCaller(api, options.context.organizationId) })
      focusSoon(fieldAfter(flow, 'newCustomer'))
      return
    }
    const customer = customers.find((found) => found.id === id)
    if (!customer) return
    flow.send({ type: 'customer.choose', customer })
    focusSoon('offer')
  }
  return (
    <LaterCombobox
      name="customerId"
      label="Find a customer"
      placeholder="Name, email or phone"
      error={errorOf('customerId')}
      disabled={isBusy}
      inputValue={customerSearch}
      onInputChange={(text) => ref.send({ type: 'customer.search', text })}
      options={[
        ...customers.map((found) => ({ id: found.id, label: customerName(found), detail: detailsOf(found) })),
        { id: newId, label: 'New customer', detail: customerSearch },
      ]}
      status={isFailed ? 'failed' : isIdle ? 'empty' : isReady ? 'ready' : 'loading'}
      isAmbiguous={customers.length > 1}
      selectedId={undefined}
      onSelect={choose}
      messages={messages}
      onRetry={() => ref.send({ type: 'options.retry' })}
    />
  )
}
