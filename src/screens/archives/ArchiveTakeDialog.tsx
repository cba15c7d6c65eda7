import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { FlowMachine, FlowRef } from '../../../machines/flows'
import { Alert } from '../../components/base/Alert'
import { Button } from '../../components/base/Button'
import { formatCount } from '../../components/base/format'
import { Text } from '../../components/base/Text'
import { Dialog } from '../../components/overlay/Dialog'
import { ProgressBar } from '../../components/overlay/ProgressBar'
import { Waiting } from '../../components/overlay/Waiting'
import { ArchiveChoice } from './ArchiveChoice'
import { ArchiveResult } from './ArchiveResult'
import { ArchiveSummary } from './ArchiveSummary'

type Flow = FlowRef<'archiveTake'>
type State = SnapshotFrom<FlowMachine<'archiveTake'>>

interface PartProps {
  flow: Flow
  state: State
}

/** An archive into an empty organization (WF-04), from the choice of the file to what has to be typed anew. */
export default function ArchiveTakeDialog({ flow }: { flow: Flow }) {
  const state = useSelector(flow, (snapshot) => snapshot)
  const { message } = state.context
  return (
    <Dialog
      open
      title="Take over an archive"
      description="All that another organization had comes into this one, which is empty: all of it or nothing."
      busy={state.hasTag('busy')}
      onClose={() => flow.send({ type: 'dialog.leave' })}
      footer={<Actions flow={flow} state={state} />}
    >
      {message !== undefined && <Alert>{message}</Alert>}
      <Body flow={flow} state={state} />
    </Dialog>
  )
}

function Body({ flow, state }: PartProps): ReactNode {
  const { known, file, archive } = state.context
  if (state.matches('looking')) return <Waiting>Looking at the organization...</Waiting>
  if (state.matches('reading')) return <Waiting>Reading the file...</Waiting>
  if (state.matches('givingUp')) return <Waiting>Giving up the archive...</Waiting>
  if (state.matches('choosing')) return <ArchiveChoice flow={flow} known={known} />
  if (state.matches('previewing') && file) return <ArchiveSummary file={file} />
  if (state.matches('taken') && archive) return <ArchiveResult archive={archive} />
  const [done, of, what] =
    archive?.state === 'taking'
      ? ([archive.rowsDone, archive.rowsTotal, 'rows'] as const)
      : ([archive?.received ?? 0, archive?.bytes ?? file?.bytes, 'bytes'] as const)
  return (
    <>
      <ProgressBar label={what === 'rows' ? 'Rows taken over' : 'Bytes sent'} max={of ?? undefined} value={done} />
      <Text tone="muted">
        {what === 'bytes' && `Sent ${kilobytes(done)} of ${kilobytes(of ?? 0)} kB`}
        {what === 'rows' &&
          (of ? `Took over ${formatCount(done)} of ${formatCount(of)} rows` : 'Looking whether all of it is whole...')}
      </Text>
      {what === 'rows' && <Text tone="muted">It goes on when you close this page.</Text>}
    </>
  )
}

const kilobytes = (bytes: number) => formatCount(Math.ceil(bytes / 1e3))
function Actions({ flow, state }: PartProps) {
  const isTaking = state.matches('taking')
  return (
    <>
      {isTaking && <Button onClick={() => flow.send({ type: 'archive.giveUp' })}>Give up</Button>}
      {!isTaking && (
        <Button onClick={() => flow.send({ type: 'dialog.cancel' })} disabled={state.hasTag('busy')}>
          {state.matches('taken') ? 'Close' : 'Cancel'}
        </Button>
      )}
      {state.matches('previewing') && (
        <Button variant="solid" onClick={() => flow.send({ type: 'dialog.submit' })}>
          Take over
        </Button>
      )}
    </>
  )
}
