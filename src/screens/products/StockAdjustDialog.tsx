import { useSelector } from '@xstate/react'
import { stockAfter, stockForm } from '../../../contract/forms/products'
import { productName } from '../../../contract/products'
import type { FlowRef } from '../../../machines/flows'
import { formatCount } from '../../components/base/format'
import { Text } from '../../components/base/Text'
import { FormDialog } from '../../components/form/FormDialog'
import { NumberField } from '../../components/form/NumberField'
import { SelectField } from '../../components/form/SelectField'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'
import { Grid } from '../../components/layout/Grid'

const modes = [
  { value: 'by', label: 'Add or take off units' },
  { value: 'to', label: 'Set to a count' },
]

/** Changing a product's stock (PR-03): what would be there then is said before it is done. */
export default function StockAdjustDialog({ flow }: { flow: FlowRef<'stockAdjust'> }) {
  const product = useSelector(flow, (state) => state.context.product)
  const { values, field, change } = useForm(flow, stockForm)
  const { value: mode, onChange: _, ...modeField } = field('mode')
  const after = stockAfter(values)
  return (
    <FormDialog
      flow={flow}
      title="Adjust stock"
      description={productName(product)}
      submit={['Adjust stock', 'Adjusting...']}
      focusOn="by"
    >
      <Grid columns="two">
        <SelectField
          {...modeField}
          value={mode}
          // What was typed for the other one says nothing here.
          onChange={(chosen) => change({ mode: chosen === 'to' ? 'to' : 'by', by: '', to: '' })}
          label="How"
          options={modes}
        />
        {mode === 'by' ? (
          <NumberField {...field('by')} label="Units, with a minus to take off" kind="count" />
        ) : (
          <NumberField {...field('to')} label="Units that were counted" kind="count" />
        )}
      </Grid>
      <TextField {...field('reason')} label="Reason" />
      <Text as="div" tone="muted">
        <span role="status">
          In stock: {formatCount(values.stock)}
          {after !== undefined && ` → ${formatCount(after)}`}
        </span>
      </Text>
    </FormDialog>
  )
}
