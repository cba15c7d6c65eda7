import { useSelector } from '@xstate/react'
import {
  campaignEditForm,
  campaignEditValues,
  type CampaignEditValues,
  campaignEditWarnings,
} from '../../../contract/forms/campaigns'
import type { FlowRef } from '../../../machines/flows'
import { CheckboxField } from '../../components/form/CheckboxField'
import { DateField } from '../../components/form/DateField'
import { FormDialog } from '../../components/form/FormDialog'
import { SelectField } from '../../components/form/SelectField'
import { TextAreaField } from '../../components/form/TextAreaField'
import { TextField } from '../../components/form/TextField'
import { useForm, useNews } from '../../components/form/useForm'
import { CampaignTabs } from './CampaignTabs'
import { Grid } from '../../components/layout/Grid'

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'completed', label: 'Completed' },
] as const

const labels: Record<keyof CampaignEditValues, string> = {
  name: 'Name',
  category: 'Category',
  status: 'Status',
  startDate: 'Start Date',
  endDate: 'End Date',
  termsOfService: 'Terms of Service',
  internalNote: 'Internal Note',
  mustAgreeToTerms: 'I agree to the terms and conditions',
}

/** The fields of a campaign that can be changed (UC-01 to UC-04). */
export default function CampaignEditDialog({ flow }: { flow: FlowRef<'campaignEdit'> }) {
  const { field, choice } = useForm(flow, campaignEditForm, campaignEditWarnings)
  const news = useNews(flow, campaignEditValues, labels)
  const campaign = useSelector(flow, (state) => state.context.record)
  const { onChange: changeStatus, ...status } = field('status')
  return (
    <FormDialog
      flow={flow}
      title="Update Campaign"
      description="Edit the campaign details below and click Update to save changes."
      submit="Update"
      news={news}
    >
      <CampaignTabs flow={flow} campaign={campaign} value="details">
        <TextField {...field('name')} label={labels.name} />
        <Grid columns="two">
          <TextField {...field('category')} label={labels.category} />
          <SelectField
            {...status}
            label={labels.status}
            placeholder={status.value === '' ? 'Select a status' : undefined}
            options={statuses}
            onChange={(chosen) => changeStatus(statuses.find(({ value }) => value === chosen)?.value ?? '')}
          />
          <DateField {...field('startDate')} label={labels.startDate} />
          <DateField {...field('endDate')} label={labels.endDate} />
        </Grid>
        <TextAreaField {...field('termsOfService')} label={labels.termsOfService} />
        <TextAreaField {...field('internalNote')} label={labels.internalNote} />
        <CheckboxField
          {...choice('mustAgreeToTerms')}
          label={labels.mustAgreeToTerms}
          hint="Customers must agree before ordering"
        />
      </CampaignTabs>
    </FormDialog>
  )
}
