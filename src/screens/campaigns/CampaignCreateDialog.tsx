import { useSelector } from '@xstate/react'
import { campaignCreateForm } from '../../../contract/forms/campaigns'
import type { FlowRef } from '../../../machines/flows'
import { CheckboxField } from '../../components/form/CheckboxField'
import { DateField } from '../../components/form/DateField'
import { FormDialog } from '../../components/form/FormDialog'
import { TextAreaField } from '../../components/form/TextAreaField'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'
import { Grid } from '../../components/layout/Grid'

/** A new campaign, alone or after another one (CP-01). */
export default function CampaignCreateDialog({ flow }: { flow: FlowRef<'campaignCreate'> }) {
  const { field, choice } = useForm(flow, campaignCreateForm)
  const source = useSelector(flow, (state) => state.context.source)
  return (
    <FormDialog
      flow={flow}
      title={source ? 'Duplicate campaign' : 'New campaign'}
      description={
        source
          ? `The new campaign begins with the offers, auto-responders and members of ${source.name}.`
          : 'It opens on its offers, to add the first one.'
      }
      submit={source ? ['Duplicate', 'Duplicating...'] : ['Create', 'Creating...']}
    >
      <TextField {...field('name')} label="Name" />
      <Grid columns="two">
        <TextField {...field('category')} label="Category" />
        <TextField {...field('type')} label="Type" />
        <DateField {...field('startDate')} label="Start Date" />
        <DateField {...field('endDate')} label="End Date" />
      </Grid>
      <TextAreaField {...field('termsOfService')} label="Terms of Service" />
      <CheckboxField {...choice('mustAgreeToTerms')} label="Customers must agree to the terms before ordering" />
    </FormDialog>
  )
}
