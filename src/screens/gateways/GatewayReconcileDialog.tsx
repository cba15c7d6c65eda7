import { useSelector } from '@xstate/react'
import { errorMessage } from '../../../contract/client/errors'
import type { FlowRef } from '../../../machines/flows'
import { Alert } from '../../components/base/Alert'
import { Button } from '../../components/base/Button'
import { LoadingState } from '../../components/base/LoadingState'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { Dialog } from '../../components/overlay/Dialog'
import { comparedText, Differences, differencesLeft } from './Differences'

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
            <Alert tone={found.differences.length === 0 ? 'green' : 'amber'}>
              {differencesLeft(found.differences.length)}
            </Alert>
            <Text tone="muted">{comparedText(found.compared, found.settled)}</Text>
            {found.differences.length > 0 && <Differences label="Differences" differences={found.differences} />}
          </Stack>
        )
      )}
    </Dialog>
  )
}
