import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import { type Customer, customerName } from '../../../contract/customers'
import {
  differentFields,
  mergeChoicesForm,
  movedText,
  shownPart,
  whyNotMerged,
} from '../../../contract/forms/customerMerge'
import type { MergedPair } from '../../../machines/customers/customerMerge.machine'
import type { FlowMachine, FlowRef } from '../../../machines/flows'
import { Alert } from '../../components/base/Alert'
import { Button } from '../../components/base/Button'
import { Row } from '../../components/base/Row'
import { Text } from '../../components/base/Text'
import { Combobox } from '../../components/form/Combobox'
import { FormDialog } from '../../components/form/FormDialog'
import { SelectField } from '../../components/form/SelectField'
import { useForm } from '../../components/form/useForm'

type State = SnapshotFrom<FlowMachine<'customerMerge'>>

const messages = {
  loading: 'Searching...',
  empty: 'Type a name, an email or a phone number',
  failed: 'Error searching',
}

const labels = { name: 'Name', email: 'Email', phone: 'Phone', shippingAddress: 'Address', note: 'Note' }

function foundStatus(state: State) {
  if (state.matches({ finding: 'failed' })) return 'failed'
  if (state.matches({ finding: 'idle' })) return 'empty'
  if (!state.matches({ finding: 'ready' })) return 'loading'
  return state.context.found.length === 0 ? 'empty' : 'ready'
}

/** Two customers become one: who the other is, and what each field becomes (CU-04). */
export default function CustomerMergeDialog({ flow }: { flow: FlowRef<'customerMerge'> }) {
  const state = useSelector(flow, (snapshot) => snapshot)
  const { customer, form, pair } = state.context
  const isFinding = state.matches('finding')
  const reason = pair && whyNotMerged(pair.kept, pair.other, form.values)?.message
  return (
    <FormDialog
      flow={flow}
      title="Merge customers"
      description={`Somebody who is here twice becomes one with ${customerName(customer)}.`}
      submit={['Merge', 'Merging...']}
      isValid={!isFinding && pair !== undefined && reason === undefined}
      notice={reason && <Alert>{reason}</Alert>}
    >
      {isFinding || !pair ? <OtherCustomer flow={flow} state={state} /> : <Comparison flow={flow} pair={pair} />}
    </FormDialog>
  )
}

function OtherCustomer({ flow, state }: { flow: FlowRef<'customerMerge'>; state: State }) {
  const { search, found } = state.context
  return (
    <Combobox
      name="otherId"
      label="The other customer"
      placeholder="Name, email or phone"
      disabled={state.hasTag('busy')}
      inputValue={search}
      onInputChange={(text) => flow.send({ type: 'other.search', text })}
      options={found.map((one) => ({ id: one.id, label: customerName(one), detail: detailsOf(one) }))}
      status={foundStatus(state)}
      isAmbiguous={found.length > 1}
      selectedId={undefined}
      onSelect={(customerId) => flow.send({ type: 'other.choose', customerId })}
      messages={{ ...messages, ...(search && { empty: 'Nobody found' }) }}
      onRetry={() => flow.send({ type: 'options.retry' })}
    />
  )
}

const detailsOf = ({ email, phone }: Customer) => [email, phone].filter(Boolean).join(' · ')

function Comparison({ flow, pair: { kept, other } }: { flow: FlowRef<'customerMerge'>; pair: MergedPair }) {
  const { field, isBusy } = useForm(flow, mergeChoicesForm)
  const fields = differentFields(kept, other)
  const moved = movedText({ orders: other.ordersCount ?? 0, calls: other.callsCount ?? 0 })
  return (
    <>
      <Row justify="between">
        <Text>
          <strong>{customerName(other)}</strong> becomes a part of <strong>{customerName(kept)}</strong>: {moved} move.
        </Text>
        <Button size="sm" disabled={isBusy} onClick={() => flow.send({ type: 'other.change' })}>
          Choose another
        </Button>
      </Row>
      {fields.length === 0 && <Text tone="muted">Nothing else about the two differs.</Text>}
      {fields.map((name) => (
        <SelectField
          key={name}
          {...field(name)}
          label={labels[name]}
          // The choices are these, whatever a select says they are.
          onChange={(choice) => field(name).onChange(choice as never)}
          options={[
            { value: 'kept', label: shownPart(name, kept) || 'empty' },
            { value: 'other', label: shownPart(name, other) || 'empty' },
            ...(name === 'note' && kept.note && other.note ? [{ value: 'both', label: 'Both notes' }] : []),
          ]}
        />
      ))}
      <Text tone="muted">You can undo this for a day.</Text>
    </>
  )
}
