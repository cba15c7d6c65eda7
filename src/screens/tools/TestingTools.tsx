import { useActorRef, useSelector } from '@xstate/react'
import CircleDot from 'lucide-react/icons/circle-dot'
import Square from 'lucide-react/icons/square'
import X from 'lucide-react/icons/x'
import { useMemo } from 'react'
import type { ActorRefFrom } from 'xstate'
import { errorMessage } from '../../../contract/client/errors'
import type { inspectionMachine } from '../../../machines/qa/tools/inspection.machine'
import type { RecordingKind, recorderMachine } from '../../../machines/qa/tools/recorder.machine'
import { Button, type ButtonProps } from '../../components/base/Button'
import { formatCount } from '../../components/base/format'
import { IconButton } from '../../components/base/IconButton'
import { ToggleButton } from '../../components/base/ToggleButton'
import { RecordDot, ToolsBar, ToolsGroup, ToolsNote } from '../../components/chart/ToolsBar'
import type { ToolsPage } from './tools'
import { inspectorPlace, wireInspection } from './inspection'
import { wireRecorder } from './recorder'

/** Recording what happens on a page and watching it in an inspector. */
export function TestingTools({ page }: { page: ToolsPage }) {
  const recorder = useActorRef(useMemo(() => wireRecorder(page), [page]))
  const { url, isForeign } = inspectorPlace(page)
  const inspection = useActorRef(
    useMemo(() => wireInspection(page), [page]),
    { input: { inspector: page.tools.getSnapshot().context.inspector, isForeign } },
  )
  const hide = () => {
    inspection.send({ type: 'inspector.close' })
    page.tools.send({ type: 'tools.toggle' })
  }
  return (
    <ToolsBar label="Testing tools">
      <Recorder recorder={recorder} />
      <Inspection inspection={inspection} host={page.inspectorUrl === undefined ? undefined : (url?.host ?? '')} />
      <IconButton label="Hide testing tools" size="sm" onClick={hide}>
        <X aria-hidden="true" />
      </IconButton>
    </ToolsBar>
  )
}

function Recorder({ recorder }: { recorder: ActorRefFrom<typeof recorderMachine> }) {
  const { recording, file } = useSelector(recorder, (state) => state.value)
  const { events, kind, keepsText, fileName } = useSelector(recorder, (state) => state.context)
  const isRunning = recording === 'running'
  const isSaving = file === 'saving'
  const note = {
    idle: '',
    running: `${formatCount(events)} events`,
    finished: `${formatCount(events)} events recorded`,
    full: `Stopped at ${formatCount(events)} events, the most that a recording takes`,
  }[recording]
  const saves = (wanted: RecordingKind): ButtonProps => ({
    variant: 'ghost',
    size: 'sm',
    busy: isSaving && kind === wanted,
    disabled: isSaving,
    onClick: () => recorder.send({ type: 'file.save', kind: wanted }),
  })
  return (
    <ToolsGroup>
      {isRunning ? (
        <Button variant="ghost" size="sm" onClick={() => recorder.send({ type: 'recording.end' })}>
          <Square aria-hidden="true" />
          Stop
        </Button>
      ) : (
        <Button variant="ghost" size="sm" onClick={() => recorder.send({ type: 'recording.begin' })}>
          <CircleDot aria-hidden="true" />
          Record
        </Button>
      )}
      {isRunning && <RecordDot isRunning />}
      {(recording === 'finished' || recording === 'full') && <Button {...saves('recorded')}>Save</Button>}
      <Button {...saves('recent')}>Save what just happened</Button>
      <ToggleButton
        pressed={keepsText}
        title="Without it, a file has only the length and the shape of the words that are typed"
        onClick={() => recorder.send({ type: 'text.toggle' })}
      >
        With typed words
      </ToggleButton>
      <ToolsNote>{file === 'saved' && !isRunning ? `Saved ${fileName}` : note}</ToolsNote>
    </ToolsGroup>
  )
}

interface InspectionProps {
  inspection: ActorRefFrom<typeof inspectionMachine>
  /** Of the other inspector; undefined where there is our own alone. */
  host: string | undefined
}

function Inspection({ inspection, host }: InspectionProps) {
  const state = useSelector(inspection, (snapshot) => snapshot.value)
  const { inspector, error } = useSelector(inspection, (snapshot) => snapshot.context)
  const name = inspector === 'local' ? 'the inspector' : host
  const notes = {
    starting: '',
    closed: '',
    opening: '',
    asking: `The address of this page asks to send what happens here to ${host}.`,
    open: `Sending to ${name}`,
    left: 'The inspector was closed. The last 2,000 events are kept for it.',
    blocked: `The browser has blocked the window of ${name}.`,
    failed: errorMessage(error),
  }
  return (
    <ToolsGroup>
      {notes[state] && <ToolsNote>{notes[state]}</ToolsNote>}
      {state === 'asking' && (
        <Button size="sm" variant="solid" onClick={() => inspection.send({ type: 'inspector.allow' })}>
          Allow
        </Button>
      )}
      {(state === 'blocked' || state === 'left') && (
        <Button size="sm" variant="link" onClick={() => inspection.send({ type: 'inspector.open', inspector })}>
          Open it
        </Button>
      )}
      {state !== 'blocked' && state !== 'left' && (
        <>
          <Button
            variant="ghost"
            size="sm"
            onClick={() => inspection.send({ type: 'inspector.open', inspector: 'local' })}
          >
            Inspect here
          </Button>
          {host !== undefined && (
            <Button
              variant="ghost"
              size="sm"
              onClick={() => inspection.send({ type: 'inspector.open', inspector: 'stately' })}
            >
              {host === 'stately.ai' ? 'Stately Inspector' : `Inspect at ${host}`}
            </Button>
          )}
        </>
      )}
      {(state === 'open' || state === 'left' || state === 'blocked' || state === 'asking' || state === 'failed') && (
        <Button variant="ghost" size="sm" onClick={() => inspection.send({ type: 'inspector.close' })}>
          {state === 'open' || state === 'left' ? 'Stop sending' : 'Dismiss'}
        </Button>
      )}
    </ToolsGroup>
  )
}
