import { useSelector } from '@xstate/react'
import { packForm, type PackLine, type PackValues, whyNotPacked } from '../../../contract/forms/fulfilments'
import { orderName } from '../../../contract/orders'
import type { FlowRef } from '../../../machines/flows'
import { Alert } from '../../components/base/Alert'
import { FormDialog } from '../../components/form/FormDialog'
import { NumberField } from '../../components/form/NumberField'
import { useForm } from '../../components/form/useForm'

/** What goes into a parcel of its own (FU-03). */
export default function FulfilmentPackDialog({ flow }: { flow: FlowRef<'fulfilmentPack'> }) {
  const { field, values, isBusy } = useForm<PackValues>(flow, packForm)
  const { order, fulfilmentId } = useSelector(flow, (state) => state.context)
  const isSplit = fulfilmentId !== undefined
  const { error, onChange, onBlur } = field('lines')
  const lines: readonly PackLine[] = values.lines
  const areAllRead = lines.every((line) => whyNotPacked(line) === undefined)
  return (
    <FormDialog
      flow={flow}
      title={isSplit ? 'Split parcel' : 'Add fulfilment'}
      description={
        isSplit
          ? `What is chosen goes into a parcel of its own of order ${orderName(order)}.`
          : `A parcel with what of order ${orderName(order)} is in none.`
      }
      submit={isSplit ? ['Split', 'Splitting...'] : ['Add fulfilment', 'Adding...']}
    >
      {lines.map((line, index) => (
        <NumberField
          key={line.orderItemId}
          name={`quantity-${index}`}
          kind="count"
          label={line.name}
          hint={`Pieces, of ${line.most}`}
          value={line.quantity}
          error={error === undefined ? undefined : whyNotPacked(line)}
          disabled={isBusy}
          onChange={(quantity) => onChange(lines.map((other) => (other === line ? { ...other, quantity } : other)))}
          onBlur={onBlur}
        />
      ))}
      {error !== undefined && areAllRead && <Alert>{error}</Alert>}
    </FormDialog>
  )
}
