import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { campaignUpdateForm, type CampaignUpdateValues } from '../../contract/forms/campaign'
import type { campaignUpdateMachine } from '../../machines/campaignUpdate.machine'
import { visibleErrors } from '../../machines/form'
import { Button } from '../components/Button'
import { CheckboxField } from '../components/CheckboxField'
import { DateField } from '../components/DateField'
import { Dialog } from '../components/Dialog'
import { Grid } from '../components/Grid'
import { SelectField } from '../components/SelectField'
import { TextAreaField } from '../components/TextAreaField'
import { TextField } from '../components/TextField'

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'completed', label: 'Completed' },
]

type TextName = Exclude<keyof CampaignUpdateValues, 'mustAgreeToTerms' | 'status'>

/** UC-01 to UC-04. */
export default function UpdateCampaignDialog({ flow }: { flow: ActorRefFrom<typeof campaignUpdateMachine> }) {
  const { form } = useSelector(flow, (state) => state.context)
  const { values } = form
  const errors = visibleErrors(campaignUpdateForm, form)
  const cancel = () => flow.send({ type: 'dialog.cancel' })
  const change = (fields: Partial<CampaignUpdateValues>) => flow.send({ type: 'field.change', fields })
  const field = <Name extends keyof CampaignUpdateValues>(name: Name) => ({
    name,
    error: errors[name],
    onBlur: () => flow.send({ type: 'field.blur', field: name }),
  })
  const text = (name: TextName) => ({
    ...field(name),
    value: values[name],
    onChange: (value: string) => change({ [name]: value }),
  })
  return (
    <Dialog
      open
      title="Update Campaign"
      description="Edit the campaign details below and click Update to save changes."
      onClose={cancel}
      onSubmit={() => flow.send({ type: 'dialog.submit' })}
      footer={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" variant="solid">
            Update
          </Button>
        </>
      }
    >
      <TextField {...text('name')} label="Name" />
      <Grid columns="two">
        <TextField {...text('category')} label="Category" />
        <SelectField
          {...field('status')}
          label="Status"
          value={values.status}
          placeholder={values.status === '' ? 'Select a status' : undefined}
          options={statuses}
          onChange={(status) => change({ status: status === 'active' || status === 'completed' ? status : '' })}
        />
        <DateField {...text('startDate')} label="Start Date" />
        <DateField {...text('endDate')} label="End Date" />
      </Grid>
      <TextAreaField {...text('termsOfService')} label="Terms of Service" />
      <TextAreaField {...text('internalNote')} label="Internal Note" />
      <CheckboxField
        {...field('mustAgreeToTerms')}
        label="I agree to the terms and conditions"
        checked={values.mustAgreeToTerms}
        onChange={(mustAgreeToTerms) => change({ mustAgreeToTerms })}
      />
    </Dialog>
  )
}
