import { useSelector } from '@xstate/react'
import type { FlowRef } from '../../../machines/flows'
import { ConfirmDialog } from '../../components/overlay/ConfirmDialog'

/** The question before a gateway is disabled, with what uses it, or enabled again (GW-01). */
export default function GatewaySwitchDialog({ flow }: { flow: FlowRef<'gatewaySwitch'> }) {
  const { displayName, state, offersCount } = useSelector(flow, ({ context }) => context.gateway)
  const isBusy = useSelector(flow, (snapshot) => snapshot.hasTag('busy'))
  const isEnabled = state === 'enabled'
  const offers = offersCount ?? 0
  return (
    <ConfirmDialog
      open
      title={isEnabled ? 'Disable gateway' : 'Enable gateway'}
      confirmLabel={isEnabled ? (isBusy ? 'Disabling...' : 'Disable') : isBusy ? 'Enabling...' : 'Enable'}
      busy={isBusy}
      onConfirm={() => flow.send({ type: 'dialog.submit' })}
      onCancel={() => flow.send({ type: 'dialog.cancel' })}
    >
      {isEnabled ? 'Disable' : 'Enable'} <strong>{displayName}</strong>?{' '}
      {isEnabled
        ? `${offers === 0 ? 'No offer uses it.' : offers === 1 ? '1 offer uses it.' : `${offers} offers use it.`} Nothing new is paid through it; what has been paid can still be refunded.`
        : 'Customers can pay through it at once.'}
    </ConfirmDialog>
  )
}
