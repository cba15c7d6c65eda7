import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { productName } from '../../../contract/products'
import type { FlowRef } from '../../../machines/flows'
import type { ProductStep } from '../../../machines/products/productStep.machine'
import { ConfirmDialog } from '../../components/overlay/ConfirmDialog'
import { focusNearRow } from '../../components/table/focusNearRow'

const texts: Record<ProductStep, { title: string; verb: string; busy: string; consequence: string }> = {
  archive: {
    title: 'Archive product',
    verb: 'Archive',
    busy: 'Archiving...',
    consequence: 'It gets no new offers until it is restored. The offers that it has stay.',
  },
  restore: {
    title: 'Restore product',
    verb: 'Restore',
    busy: 'Restoring...',
    consequence: 'It can be offered again at once.',
  },
  duplicate: {
    title: 'Duplicate product',
    verb: 'Duplicate',
    busy: 'Duplicating...',
    consequence: 'The copy gets a SKU of its own, and has nothing in stock.',
  },
}

/** The question before a product is archived, restored or duplicated (PR-02). */
export default function ProductStepDialog({ flow }: { flow: FlowRef<'productStep'> }) {
  const { product, step } = useSelector(flow, (state) => state.context)
  const isBusy = useSelector(flow, (state) => state.hasTag('busy'))
  const [finalFocus] = useState(() => focusNearRow(product.id))
  const { title, verb, busy, consequence } = texts[step]
  return (
    <ConfirmDialog
      open
      title={title}
      confirmLabel={isBusy ? busy : verb}
      busy={isBusy}
      finalFocus={finalFocus}
      onConfirm={() => flow.send({ type: 'dialog.submit' })}
      onCancel={() => flow.send({ type: 'dialog.cancel' })}
    >
      {verb} <strong>{productName(product)}</strong>? {consequence}
    </ConfirmDialog>
  )
}
