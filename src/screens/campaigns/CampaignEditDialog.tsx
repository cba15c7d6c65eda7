import { campaignEditForm } from '../../../contract/forms/campaigns'
import type { FlowRef } from '../../../machines/flows'
import { CheckboxField } from '../../components/form/CheckboxField'
import { DateField } from '../../components/form/DateField'
import { FormDialog } from '../../components/form/FormDialog'
import { SelectField } from '../../components/form/SelectField'
import { TextAreaField } from '../../components/form/TextAreaField'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'
import { Grid } from '../../components/layout/Grid'

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'completed', label: 'Completed' },
] as const

/** The fields of a campaign that can be changed (UC-01 to UC-04). */
export default function CampaignEditDialog({ flow }: { flow: FlowRef<'campaignEdit'> }) {
  const { field, choice } = useForm(flow, campaignEditForm)
  const { onChange: changeStatus, ...status } = field('status')
  return (
    <FormDialog
      flow={flow}
      title="Update Campaign"
      description="Edit the campaign details below and click Update to save changes."
      submit="Update"
    >
      <TextField {...field('name')} label="Name" />
      <Grid columns="two">
        <TextField {...field('category')} label="Category" />
        <SelectField
          {...status}
          label="Status"
          placeholder={status.value === '' ? 'Select a status' : undefined}
          options={statuses}
          onChange={(chosen) => changeStatus(statuses.find(({ value }) => value === chosen)?.value ?? '')}
        />
        <DateField {...field('startDate')} label="Start Date" />
        <DateField {...field('endDate')} label="End Date" />
      </Grid>
      <TextAreaField {...field('termsOfService')} label="Terms of Service" />
      <TextAreaField {...field('internalNote')} label="Internal Note" />
      <CheckboxField {...choice('mustAgreeToTerms')} label="I agree to the terms and conditions" />
    </FormDialog>
  )
}
