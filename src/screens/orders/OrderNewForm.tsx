import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { orderNew } from '../../../styled-system/recipes/order-new'
import type { Campaign } from '../../../contract/campaigns'
import { Address } from '../../components/base/Address'
import { Button } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { formatShort } from '../../components/base/format'
import { CheckboxField } from '../../components/form/CheckboxField'
import { countries } from '../../components/form/countries'
import { SelectField } from '../../components/form/SelectField'
import { TextField } from '../../components/form/TextField'
import { Grid } from '../../components/layout/Grid'
import { LaterPart } from '../../components/layout/LaterPart'
import { ConfirmDialog, LaterConfirmDialog } from '../../components/overlay/LaterConfirmDialog'
import { focusSoon } from '../../browser/focusSoon'
import { useFocusKept } from '../../browser/useFocusKept'
import type { OrderNewRef } from './useOrderNew'
import { OrderCampaignMove } from './OrderCampaignMove'
import { OrderDraftNews } from './OrderDraftNews'
import { OrderNewCustomer } from './OrderNewCustomer'
import { OrderNewOffers } from './OrderNewOffers'
import { OrderNewSide } from './OrderNewSide'
import { goingOn } from './goingOn'
import { CustomersAlike, NoCampaign, OrderPlaced, RecordNews } from './lazyNewOrder'
import { useOrderFields, useOrderOptions } from './useOrderFields'
import { useReceivedOptions } from './useReceivedOptions'

/** The person on the phone is asked for first, unless it is not clear yet what is sold. */
const beginIn = (form: HTMLElement | null) => {
  const campaign = form?.querySelector<HTMLSelectElement>('select[name=campaignId]')
  const first = campaign?.value === '' ? campaign : form?.querySelector<HTMLElement>('[name=customerId], [name=offer]')
  first?.focus()
}

/** What may have to be said or asked of what is typed, and what becomes of it, comes while it is typed. */
function fetchWhatFollows() {
  for (const { preload } of [CustomersAlike, OrderPlaced, RecordNews, ConfirmDialog]) preload().catch(() => undefined)
}

/** The fields of a new order, in the order in which they are asked for (NO-01). */
export function OrderNewForm({ flow }: { flow: OrderNewRef }) {
  const styles = orderNew()
  const isLosing = useSelector(flow, (state) => state.matches({ open: { form: 'asking' } }))
  const isAnother = useSelector(flow, (state) => state.matches({ open: { form: 'askingAnother' } }))
  useFocusKept(useSelector(flow, (state) => state.hasTag('busy')))
  const answer = {
    onConfirm: () => flow.send({ type: 'input.discard' }),
    onCancel: () => flow.send({ type: 'input.keep' }),
  }
  return (
    <div className={styles.root} data-form onInputCapture={fetchWhatFollows}>
      <div className={styles.main} ref={beginIn}>
        <OrderDraftNews flow={flow} />
        <div className={styles.who}>
          <OrderCampaign flow={flow} />
          <OrderNewCustomer flow={flow} />
        </div>
        <OrderNewOffers flow={flow} />
        <div className={styles.where}>
          <OrderShipping flow={flow} />
          <OrderTerms flow={flow} />
        </div>
      </div>
      <OrderNewSide flow={flow} />
      <LaterConfirmDialog
        open={isLosing}
        title="Discard changes?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        {...answer}
      >
        The server can't be reached and this browser stores nothing, so what you typed would be lost.
      </LaterConfirmDialog>
      <LaterConfirmDialog
        open={isAnother}
        title="Begin another order?"
        confirmLabel="Begin another"
        cancelLabel="Go on with this one"
        {...answer}
      >
        The order that you are typing has not been placed. It stays among your drafts.
      </LaterConfirmDialog>
    </div>
  )
}

function OrderCampaign({ flow }: { flow: OrderNewRef }) {
  const { content, facts, field } = useOrderFields(flow)
  const { ref, options } = useOrderOptions(flow)
  const { campaigns } = options.context
  const isFailed = options.matches({ campaigns: 'failed' })
  const { campaign } = facts
  // One that sells no more is still what the draft names.
  const shown = campaign && !campaigns.some(({ id }) => id === campaign.id) ? [campaign, ...campaigns] : campaigns
  // Where all are of one kind, there is nothing to tell apart.
  const isMixed = shown.some(({ isMine }) => isMine) && !shown.every(({ isMine }) => isMine)
  const groupOf = ({ isMine }: Campaign) => (isMine ? 'Yours' : 'Others')
  const received = useReceivedOptions(flow)
  const choose = (campaignId: string) => {
    const chosen = shown.find(({ id }) => id === campaignId)
    if (chosen) flow.send({ type: 'campaign.choose', campaign: chosen })
    else received.choose(campaignId)
  }
  return (
    <Card>
      <SelectField
        {...field('campaignId', content.campaignId)}
        label="Campaign"
        placeholder={content.campaignId === undefined ? 'Select a campaign' : undefined}
        options={[
          ...shown.map((known) => ({
            value: known.id,
            label: known.name,
            group: isMixed ? groupOf(known) : undefined,
          })),
          ...received.options,
        ]}
        onChange={choose}
        onRetry={isFailed ? () => ref.send({ type: 'options.retry' }) : undefined}
      />
      {shown.length === 0 &&
        received.options.length === 0 &&
        received.isKnown &&
        options.matches({ campaigns: 'ready' }) && (
          <LaterPart failed={null}>
            <NoCampaign />
          </LaterPart>
        )}
      <OrderCampaignMove flow={flow} />
    </Card>
  )
}

const lines = [
  { name: 'address1', label: 'Address' },
  { name: 'address2', label: 'Address, second line' },
  { name: 'city', label: 'City' },
  { name: 'state', label: 'State' },
  { name: 'postalCode', label: 'Postal code' },
] as const

/** Where it goes to: the whole address of a customer is read back, and typed only by whoever wants another one. */
function OrderShipping({ flow }: { flow: OrderNewRef }) {
  const { content, field, isBusy, wrong, errorOf } = useOrderFields(flow)
  const { address = {}, customerId } = content
  const [typedFor, setTypedFor] = useState<string>()
  const isWhole = [...lines, { name: 'country' }].every(({ name }) => {
    const path = `address.${name}`
    return wrong[path] === undefined && errorOf(path) === undefined
  })
  if (customerId !== undefined && customerId !== typedFor && isWhole) {
    const change = () => {
      setTypedFor(customerId)
      focusSoon('address.address1')
    }
    return (
      <Card
        title="Address"
        action={
          <Button size="sm" disabled={isBusy} onClick={change}>
            Change address
          </Button>
        }
      >
        <Address address={address} />
      </Card>
    )
  }
  return (
    <Card title="Address">
      <div data-fields onKeyDown={goingOn(flow)} onFocus={() => setTypedFor(customerId)}>
        <Grid columns="two">
          {lines.map(({ name, label }) => (
            <TextField key={name} {...field(`address.${name}`, address[name])} label={label} />
          ))}
          <SelectField
            {...field('address.country', address.country)}
            label="Country"
            placeholder="No country"
            options={countries}
          />
        </Grid>
      </div>
    </Card>
  )
}

function OrderTerms({ flow }: { flow: OrderNewRef }) {
  const { content, facts, field } = useOrderFields(flow)
  if (!facts.campaign?.mustAgreeToTerms) return null
  const { agreedToTermsAt } = content
  const { value: _, ...agreed } = field('agreedToTermsAt', agreedToTermsAt)
  return (
    <Card title="Terms to read out">
      <div className={orderNew().terms} tabIndex={0} role="region" aria-label="Terms">
        {facts.campaign.termsOfService || 'This campaign has no terms yet.'}
      </div>
      <CheckboxField
        {...agreed}
        label="The customer agrees to the terms"
        hint={agreedToTermsAt && `Agreed on ${formatShort(agreedToTermsAt)}`}
        checked={agreedToTermsAt !== undefined}
        onChange={(checked) => {
          flow.send({ type: 'terms.agree', at: checked ? new Date().toISOString() : null })
        }}
      />
    </Card>
  )
}
