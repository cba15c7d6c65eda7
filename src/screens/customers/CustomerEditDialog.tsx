import { useSelector } from '@xstate/react'
import { customerName } from '../../../contract/customers'
import { customerForm } from '../../../contract/forms/customers'
import type { FlowRef } from '../../../machines/flows'
import { countries } from '../../components/base/countries'
import { FormDialog } from '../../components/form/FormDialog'
import { SelectField } from '../../components/form/SelectField'
import { TextAreaField } from '../../components/form/TextAreaField'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'
import { Grid } from '../../components/layout/Grid'

/** What is known of a customer, new or not (CU-01). */
export default function CustomerEditDialog({ flow }: { flow: FlowRef<'customerEdit'> }) {
  const { field } = useForm(flow, customerForm)
  const customer = useSelector(flow, (state) => state.context.customer)
  return (
    <FormDialog
      flow={flow}
      title={customer ? 'Edit customer' : 'New customer'}
      description={customer && customerName(customer)}
      submit={customer ? ['Save', 'Saving...'] : ['Add customer', 'Adding...']}
      placement="side"
    >
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
      <TextAreaField {...field('note')} label="Note" />
    </FormDialog>
  )
}
