import { useSelector } from '@xstate/react'
import { errorMessage } from '../../../contract/client/errors'
import type { FlowRef } from '../../../machines/flows'
import { Alert } from '../../components/base/Alert'
import { Button } from '../../components/base/Button'
import { LoadingState } from '../../components/base/LoadingState'
import { Stack } from '../../components/base/Stack'
import { Dialog } from '../../components/overlay/Dialog'
import { Compared } from './Differences'

/** What a gateway and we say differently, to the cent (GW-04). */
export default function GatewayReconcileDialog({ flow }: { flow: FlowRef<'gatewayReconcile'> }) {
  const { gateway, found, error } = useSelector(flow, ({ context }) => context)
  const isBusy = useSelector(flow, (snapshot) => snapshot.hasTag('busy'))
  return (
    <Dialog
      open
      title="Reconciliation"
      description={`With ${gateway.displayName}`}
      onClose={() => flow.send({ type: 'dialog.cancel' })}
      footer={
        <>
          <Button onClick={() => flow.send({ type: 'dialog.cancel' })}>Close</Button>
          <Button variant="solid" busy={isBusy} onClick={() => flow.send({ type: 'reconciliation.again' })}>
            {isBusy ? 'Comparing...' : 'Compare again'}
          </Button>
        </>
      }
    >
      {isBusy ? (
        <LoadingState label="Comparing" />
      ) : error ? (
        <Alert>{errorMessage(error)}</Alert>
      ) : (
        found && (
          <Stack gap="sm">
            <Compared {...found} label="Differences" />
          </Stack>
        )
      )}
    </Dialog>
  )
}
