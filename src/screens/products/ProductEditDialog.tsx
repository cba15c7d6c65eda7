import { useSelector } from '@xstate/react'
import { productForm, productValues, type ProductValues } from '../../../contract/forms/products'
import { productName } from '../../../contract/products'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { NumberField } from '../../components/form/NumberField'
import { TextAreaField } from '../../components/form/TextAreaField'
import { TextField } from '../../components/form/TextField'
import { useForm, useNews } from '../../components/form/useForm'
import { Grid } from '../../components/layout/Grid'
import { useCurrency } from '../../app/context'

const labels: Record<keyof ProductValues, string> = {
  name: 'Name',
  sku: 'SKU',
  category: 'Category',
  price: 'Price',
  stock: 'Stock to begin with',
  imageUrl: 'Picture (address of an image)',
  description: 'Description',
}

/** What is known of a product, new or not (PR-02). */
export default function ProductEditDialog({ flow }: { flow: FlowRef<'productEdit'> }) {
  const { field } = useForm(flow, productForm)
  const news = useNews(flow, productValues, labels)
  const currency = useCurrency()
  const product = useSelector(flow, (state) => state.context.record)
  return (
    <FormDialog
      flow={flow}
      title={product ? 'Edit product' : 'New product'}
      description={product && productName(product)}
      submit={product ? ['Save', 'Saving...'] : ['Add product', 'Adding...']}
      news={news}
      placement="side"
    >
      <TextField {...field('name')} label={labels.name} />
      <Grid columns="two">
        <TextField {...field('sku')} label={labels.sku} />
        <TextField {...field('category')} label={labels.category} />
        <NumberField {...field('price')} label={labels.price} kind="amount" unit={currency} />
        {!product && <NumberField {...field('stock')} label={labels.stock} kind="count" />}
      </Grid>
      <TextField {...field('imageUrl')} label={labels.imageUrl} type="url" />
      <TextAreaField {...field('description')} label={labels.description} />
    </FormDialog>
  )
}
