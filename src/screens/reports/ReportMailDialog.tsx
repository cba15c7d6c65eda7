import { useSelector } from '@xstate/react'
import type { FlowRef } from '../../../machines/flows'
import { ConfirmDialog } from '../../components/overlay/ConfirmDialog'

/** Whether a saved report is mailed to whoever asks, every Monday (RP-01). */
export default function ReportMailDialog({ flow }: { flow: FlowRef<'reportMail'> }) {
  const { name, isMailed } = useSelector(flow, ({ context }) => context.report)
  const isBusy = useSelector(flow, (state) => state.hasTag('busy'))
  return (
    <ConfirmDialog
      open
      title={isMailed ? 'Mail it no more' : 'Mail it every Monday'}
      confirmLabel={isBusy ? 'Saving...' : isMailed ? 'Mail it no more' : 'Mail it every Monday'}
      busy={isBusy}
      onConfirm={() => flow.send({ type: 'dialog.submit' })}
      onCancel={() => flow.send({ type: 'dialog.cancel' })}
    >
      <strong>{name}</strong>{' '}
      {isMailed
        ? 'is mailed to you every Monday. Nobody else is concerned.'
        : 'comes to you every Monday at 07:00 where the organization is, with the days until Sunday and what you may see.'}
    </ConfirmDialog>
  )
}
