import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { deviceName } from '../../../contract/rules/devices'
import type { FlowRef } from '../../../machines/flows'
import { Moment } from '../../components/base/Moment'
import { ConfirmDialog } from '../../components/overlay/ConfirmDialog'
import { focusNearRow } from '../../components/table/focusNearRow'

/** The question before a person is signed out on one device, or everywhere else (ST-01). */
export default function DeviceSignOutDialog({ flow }: { flow: FlowRef<'deviceSignOut'> }) {
  const device = useSelector(flow, ({ context }) => context.device)
  const isBusy = useSelector(flow, (state) => state.hasTag('busy'))
  // Looked up while the row is still there.
  const [finalFocus] = useState(() => device && focusNearRow(device.id))
  const label = device ? 'Sign out there' : 'Sign out everywhere else'
  return (
    <ConfirmDialog
      open
      title={label}
      confirmLabel={isBusy ? 'Signing out...' : label}
      busy={isBusy}
      finalFocus={finalFocus}
      onConfirm={() => flow.send({ type: 'dialog.submit' })}
      onCancel={() => flow.send({ type: 'dialog.cancel' })}
    >
      {device ? (
        <>
          Sign out on <strong>{deviceName(device)}</strong>, last seen <Moment iso={device.lastSeenAt} />?
        </>
      ) : (
        'Sign out on all devices but this one?'
      )}{' '}
      It happens at once. To work there again takes your password.
    </ConfirmDialog>
  )
}
