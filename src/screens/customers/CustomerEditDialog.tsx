import { useSelector } from '@xstate/react'
import { customerName } from '../../../contract/customers'
import { customerForm, customerValues, type CustomerValues } from '../../../contract/forms/customers'
import type { FlowRef } from '../../../machines/flows'
import { countries } from '../../components/form/countries'
import { FormDialog } from '../../components/form/FormDialog'
import { SelectField } from '../../components/form/SelectField'
import { TextAreaField } from '../../components/form/TextAreaField'
import { TextField } from '../../components/form/TextField'
import { useForm, useNews } from '../../components/form/useForm'
import { Grid } from '../../components/layout/Grid'
import type { CustomerTyping } from './useCustomersAlike'
import { CustomersAlike } from './CustomersAlike'

const labels: Record<keyof CustomerValues, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  address1: 'Address',
  address2: 'Address, second line',
  city: 'City',
  state: 'State',
  postalCode: 'Postal code',
  country: 'Country',
  note: 'Note',
}

const typingOf = (flow: FlowRef<'customerEdit'>): CustomerTyping => ({
  typed: () => {
    const { firstName, lastName, email, phone, postalCode, country } = flow.getSnapshot().context.form.values
    return { firstName, lastName, email, phone, postalCode, country }
  },
  subscribe: (changed) => flow.subscribe(changed),
})

/** What is known of a customer, new or not (CU-01). */
export default function CustomerEditDialog({ flow }: { flow: FlowRef<'customerEdit'> }) {
  const { field, isBusy } = useForm(flow, customerForm)
  const news = useNews(flow, customerValues, labels)
  const customer = useSelector(flow, (state) => state.context.record)
  const use = ({ id }: { id: string }) => flow.send({ type: 'alike.use', customerId: id })
  return (
    <FormDialog
      flow={flow}
      title={customer ? 'Edit customer' : 'New customer'}
      description={customer && customerName(customer)}
      submit={customer ? ['Save', 'Saving...'] : ['Add customer', 'Adding...']}
      news={news}
      // Whoever is just being added would be found, too.
      notice={customer || isBusy ? undefined : <CustomersAlike typing={typingOf(flow)} onUse={use} />}
      placement="side"
    >
      <Grid columns="two">
        <TextField {...field('firstName')} label={labels.firstName} />
        <TextField {...field('lastName')} label={labels.lastName} />
        <TextField {...field('email')} label={labels.email} type="email" />
        <TextField {...field('phone')} label={labels.phone} type="tel" />
      </Grid>
      <TextField {...field('address1')} label={labels.address1} />
      <TextField {...field('address2')} label={labels.address2} />
      <Grid columns="two">
        <TextField {...field('city')} label={labels.city} />
        <TextField {...field('state')} label={labels.state} />
        <TextField {...field('postalCode')} label={labels.postalCode} />
        <SelectField {...field('country')} label={labels.country} placeholder="No country" options={countries} />
      </Grid>
      <TextAreaField {...field('note')} label={labels.note} />
    </FormDialog>
  )
}
