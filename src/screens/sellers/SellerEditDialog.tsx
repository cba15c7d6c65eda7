import { sellerForm, type SellerValues, sellerValues } from '../../../contract/forms/sellers'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { TextAreaField } from '../../components/form/TextAreaField'
import { TextField } from '../../components/form/TextField'
import { useForm, useNews } from '../../components/form/useForm'

const labels: Record<keyof SellerValues, string> = { address: 'Address', taxNumber: 'Tax number' }

/** What customers are told of the seller (PY-06). */
export default function SellerEditDialog({ flow }: { flow: FlowRef<'sellerEdit'> }) {
  const { field } = useForm(flow, sellerForm)
  const news = useNews(flow, sellerValues, labels)
  return (
    <FormDialog
      flow={flow}
      title="Edit seller"
      description="Customers read this on their receipts and in the mails about their orders."
      submit={['Save', 'Saving...']}
      news={news}
    >
      <TextAreaField {...field('address')} label={labels.address} optional hint="As it is to be printed, in lines" />
      <TextField {...field('taxNumber')} label={labels.taxNumber} optional />
    </FormDialog>
  )
}
