import { useSelector } from '@xstate/react'
import { emptyLine, partnerSaleForm } from '../../../contract/forms/partnerSales'
import type { FlowRef } from '../../../machines/flows'
import { orderName } from '../../../contract/orders'
import { Heading } from '../../components/base/Heading'
import { Text } from '../../components/base/Text'
import { CheckboxField } from '../../components/form/CheckboxField'
import { countries } from '../../components/form/countries'
import { FormDialog } from '../../components/form/FormDialog'
import { SelectField } from '../../components/form/SelectField'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'
import { Grid } from '../../components/layout/Grid'
import { useApp, useSession } from '../../app/context'
import { readSharedOffers } from '../../data/resources/collaborations'
import { useList } from '../../data/useList'
import { SalePayment } from './SalePayment'
import { SaleLines } from './SaleLines'

const none = {}

/** Selling in a campaign that a partner shares (CO-02). */
export default function CollaborationSellDialog({ flow }: { flow: FlowRef<'collaborationSell'> }) {
  const { field, choice, values, change } = useForm(flow, partnerSaleForm)
  const refused = useSelector(flow, (state) => state.context.form.refused) ?? none
  const { partner, campaigns } = useSelector(flow, (state) => state.context.collaboration)
  const sold = (campaigns ?? []).filter(({ right, isOnSale }) => right === 'sell' && isOnSale !== false)
  const campaign = sold.find(({ campaignId }) => campaignId === values.campaignId)
  const offers = useOffers(flow).filter(({ campaignId }) => campaignId === values.campaignId)
  const placed = useSelector(flow, (state) => (state.matches('placed') ? state.context.sold : undefined))
  const collaborationId = useSelector(flow, (state) => state.context.collaboration.id)
  return (
    <FormDialog
      flow={flow}
      title={placed ? `Order ${orderName(placed)} placed` : 'Sell'}
      description={
        placed
          ? undefined
          : `The order is ${partner || 'your partner'}’s: they are paid for it and ship it. You send the link to pay, and see here what becomes of it.`
      }
      submit={['Place order', 'Placing...']}
      placement="side"
      shown={placed && <SalePayment collaborationId={collaborationId} order={placed} isBegun />}
    >
      <SelectField
        {...field('campaignId')}
        label="Campaign"
        placeholder="Choose a campaign"
        options={sold.map(({ campaignId, name }) => ({ value: campaignId, label: name || campaignId }))}
        onChange={(campaignId) => change({ campaignId, lines: [emptyLine([])], agreedToTermsAt: false })}
      />
      <SaleLines {...field('lines')} refused={refused} offers={offers} />
      <Heading level={3}>Customer</Heading>
      <Grid columns="two">
        <TextField {...field('firstName')} label="First name" />
        <TextField {...field('lastName')} label="Last name" />
        <TextField {...field('email')} label="Email" type="email" />
        <TextField {...field('phone')} label="Phone" type="tel" />
      </Grid>
      <TextField {...field('address1')} label="Address" />
      <TextField {...field('address2')} label="Address, second line" />
      <Grid columns="two">
        <TextField {...field('city')} label="City" />
        <TextField {...field('state')} label="State" />
        <TextField {...field('postalCode')} label="Postal code" />
        <SelectField {...field('country')} label="Country" placeholder="No country" options={countries} />
      </Grid>
      {campaign?.mustAgreeToTerms && (
        <>
          <Text tone="muted" size="sm">
            {campaign.termsOfService}
          </Text>
          <CheckboxField {...choice('agreedToTermsAt')} label="The customer agrees to these terms" />
        </>
      )}
    </FormDialog>
  )
}

/** What is sold now in what is shared. */
function useOffers(flow: FlowRef<'collaborationSell'>) {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const id = useSelector(flow, (state) => state.context.collaboration.id)
  const list = useList('sharedOffers', readSharedOffers(api, id, organizationId, undefined))
  return useSelector(list, ({ context }) => context.rows)
}
