import { useSelector } from '@xstate/react'
import { campaignCreateForm, type CampaignCreateValues, copiedInto } from '../../../contract/forms/campaigns'
import type { FlowRef } from '../../../machines/flows'
import { CheckboxField } from '../../components/form/CheckboxField'
import { DateField } from '../../components/form/DateField'
import { FormDialog } from '../../components/form/FormDialog'
import { SelectField } from '../../components/form/SelectField'
import { TextAreaField } from '../../components/form/TextAreaField'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'
import { Grid } from '../../components/layout/Grid'
import { useApp, useSession } from '../../app/context'
import { readCampaignsByName } from '../../data/resources/byName'
import { useList } from '../../data/useList'

/** A new campaign, alone or after another one (CP-01). */
export default function CampaignCreateDialog({ flow }: { flow: FlowRef<'campaignCreate'> }) {
  const { values, field, choice, change } = useForm(flow, campaignCreateForm)
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
      {!source && <CopyFrom values={values} onChange={change} />}
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

interface CopyFromProps {
  values: CampaignCreateValues
  onChange: (fields: Partial<CampaignCreateValues>) => void
}

/** The campaign that the new one begins with the offers, auto-responders and members of; none while there is none. */
function CopyFrom({ values, onChange }: CopyFromProps) {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('campaigns', readCampaignsByName(api, organizationId))
  const campaigns = useSelector(list, ({ context }) => context.rows)
  if (campaigns.length === 0) return null
  return (
    <SelectField
      name="copiedFrom"
      label="Copy from"
      hint="The new campaign begins with its offers, auto-responders and members."
      placeholder="No campaign"
      value={values.copiedFrom ?? ''}
      options={campaigns.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(chosen) =>
        onChange(
          copiedInto(
            values,
            campaigns.find(({ id }) => id === chosen),
          ),
        )
      }
    />
  )
}
