import { useSelector } from '@xstate/react'
import { errorMessage } from '../../../contract/client/errors'
import type { RehearsalStep } from '../../../contract/extensions/gateways'
import type { FlowRef } from '../../../machines/flows'
import { Alert } from '../../components/base/Alert'
import { Badge } from '../../components/base/Badge'
import { Button } from '../../components/base/Button'
import { DescriptionList } from '../../components/base/DescriptionList'
import { LoadingState } from '../../components/base/LoadingState'
import { Stack } from '../../components/base/Stack'
import { Dialog } from '../../components/overlay/Dialog'

const titles: Readonly<Record<RehearsalStep['name'], string>> = {
  pay: 'Paying',
  decline: 'A card that is declined',
  asked_by_bank: 'A card that the bank asks about',
  webhook: 'The message of a webhook',
  refund: 'Refunding',
}

/** A rehearsal as a checklist: what went well, what failed and how to mend it (GW-02). */
export default function GatewayRehearseDialog({ flow }: { flow: FlowRef<'gatewayRehearse'> }) {
  const { gateway, steps, error } = useSelector(flow, ({ context }) => context)
  const isBusy = useSelector(flow, (snapshot) => snapshot.hasTag('busy'))
  const failed = steps.filter(({ isPassed }) => !isPassed).length
  return (
    <Dialog
      open
      title="Rehearsal"
      description={`Of ${gateway.displayName}, in its test mode. Nobody is charged.`}
      onClose={() => flow.send({ type: 'dialog.cancel' })}
      footer={
        <>
          <Button onClick={() => flow.send({ type: 'dialog.cancel' })}>Close</Button>
          <Button variant="solid" busy={isBusy} onClick={() => flow.send({ type: 'rehearsal.again' })}>
            {isBusy ? 'Rehearsing...' : 'Rehearse again'}
          </Button>
        </>
      }
    >
      {isBusy ? (
        <LoadingState label="Rehearsing" />
      ) : error ? (
        <Alert>{errorMessage(error)}</Alert>
      ) : (
        <Stack gap="sm">
          <Alert tone={failed === 0 ? 'green' : 'amber'}>
            {failed === 0 ? 'All of it works.' : `${failed} of ${steps.length} steps failed.`}
          </Alert>
          <section aria-label="Steps of the rehearsal">
            <DescriptionList
              entries={steps.map(({ name, isPassed, text }) => ({
                term: titles[name],
                detail: (
                  <>
                    <Badge tone={isPassed ? 'green' : 'red'} mark="dot">
                      {isPassed ? 'Works' : 'Failed'}
                    </Badge>{' '}
                    {text}
                  </>
                ),
                isWide: true,
              }))}
            />
          </section>
        </Stack>
      )}
    </Dialog>
  )
}
