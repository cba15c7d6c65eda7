import { useSelector } from '@xstate/react'
import { addressForm, addressValues, type AddressValues } from '../../../contract/forms/addresses'
import { orderName } from '../../../contract/orders'
import type { OrderRecord } from '../../../contract/extensions/orders'
import type { FlowRef } from '../../../machines/flows'
import { countries } from '../../components/form/countries'
import { FormDialog } from '../../components/form/FormDialog'
import { SelectField } from '../../components/form/SelectField'
import { TextField } from '../../components/form/TextField'
import { useForm, useNews } from '../../components/form/useForm'
import { Grid } from '../../components/layout/Grid'

const labels: Record<keyof AddressValues, string> = {
  address1: 'Address',
  address2: 'Address, second line',
  city: 'City',
  state: 'State',
  postalCode: 'Postal code',
  country: 'Country',
}
const valuesOf = ({ shippingAddress }: OrderRecord) => addressValues(shippingAddress)

/** Where an order goes, until something of it is shipped (OR-02). */
export default function OrderAddressEditDialog({ flow }: { flow: FlowRef<'orderAddressEdit'> }) {
  const { field } = useForm(flow, addressForm)
  const news = useNews(flow, valuesOf, labels)
  const order = useSelector(flow, (state) => state.context.record)
  return (
    <FormDialog
      flow={flow}
      title="Edit address"
      description={`Order ${orderName(order)} only: the customer keeps their own address.`}
      submit={['Save', 'Saving...']}
      news={news}
    >
      <TextField {...field('address1')} label={labels.address1} />
      <TextField {...field('address2')} label={labels.address2} />
      <Grid columns="two">
        <TextField {...field('city')} label={labels.city} />
        <TextField {...field('state')} label={labels.state} />
        <TextField {...field('postalCode')} label={labels.postalCode} />
        <SelectField {...field('country')} label={labels.country} placeholder="No country" options={countries} />
      </Grid>
    </FormDialog>
  )
}
