import { useSelector } from '@xstate/react'
import { Suspense, useState } from 'react'
import { type Fulfilment, fulfilmentName } from '../../../contract/fulfilments'
import type { FlowRef } from '../../../machines/flows'
import type { Flow } from '../../../machines/session/workspace.machine'
import { ActionButton } from '../../components/actions/ActionButton'
import { useAction } from '../../components/actions/useAction'
import { cardsMedia, takeFocus } from '../../components/form/placed'
import { useWorkspace } from '../../app/context'
import { typeAhead } from '../../app/typedAhead'
import { useMedia } from '../../browser/useMedia'
import { assignInPlace } from './actions'
import { TrackingFlow } from './lazyTracking'
import { TrackingLink } from './TrackingLink'
import { saveInPlace } from './saveInPlace'

const flowOf = (flows: readonly Flow[], id: string): FlowRef<'trackingAssign'> | undefined =>
  flows.flatMap(({ name, ref, recordId }) =>
    name === 'trackingAssign' && recordId === id && ref.getSnapshot().context.isInPlace ? [ref] : [],
  )[0]

/** A parcel's number; where it has none, it is typed where it stands (FU-02). */
export function TrackingCell({ fulfilment }: { fulfilment: Fulfilment }) {
  const isCard = useMedia(cardsMedia)
  const { reason } = useAction(assignInPlace, fulfilment)
  if (isCard && !fulfilment.trackingNumber) return 'No number yet'
  return isCard || fulfilment.trackingNumber || reason !== undefined ? (
    <TrackingLink fulfilment={fulfilment} />
  ) : (
    <TrackingPlaced fulfilment={fulfilment} />
  )
}

function TrackingPlaced({ fulfilment }: { fulfilment: Fulfilment }) {
  const workspace = useWorkspace()
  const flow = useSelector(workspace, ({ context }) => flowOf(context.flows, fulfilment.id))
  const [edited, setEdited] = useState<typeof flow>()
  if (flow && flow !== edited) setEdited(flow)
  const keepTyped = () =>
    typeAhead(
      workspace,
      { name: 'trackingAssign', recordId: fulfilment.id },
      {
        write: (begun, trackingNumber) => begun.send({ type: 'field.change', fields: { trackingNumber } }),
        submit: saveInPlace,
        leave: (begun) => begun.send({ type: 'dialog.cancel' }),
      },
    )
  const assign = (
    <span onClick={keepTyped}>
      <ActionButton
        action={assignInPlace}
        row={fulfilment}
        variant="link"
        ref={edited ? takeFocus : undefined}
        title={`Assign a tracking number to the ${fulfilmentName(fulfilment)}`}
      />
    </span>
  )
  if (!flow) return assign
  return (
    <Suspense fallback={assign}>
      <TrackingFlow flow={flow}>{assign}</TrackingFlow>
    </Suspense>
  )
}
