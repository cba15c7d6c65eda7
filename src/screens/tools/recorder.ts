import { fromCallback, fromPromise } from 'xstate'
import { type RecordingKind, recorderMachine } from '../../../machines/qa/tools/recorder.machine'
import { type Circumstances, type Recording, recordingOf } from '../../../machines/qa/record/recording'
import type { Take } from '../../../machines/qa/record/seen'
import { longestRecording } from '../../../machines/qa/record/tap'
import { version } from '../../../package.json'
import { toastAction } from '../../app/toasts'
import { download } from '../../browser/download'
import { tap } from '../../app/tap'
import type { ToolsPage } from './tools'

type How = Pick<Circumstances, 'keepsText' | 'isBare' | 'demo'>

const fileOf = (take: Take, how: How): Recording =>
  recordingOf(take, { app: version, browser: navigator.userAgent, savedAt: new Date(), ...how })

/** What just happened, for whoever asks from outside, such as a test. */
export const recentRecording = (how: How = {}) => fileOf(tap.recent(), how)

const nameOf = ({ savedAt }: Recording) => `offerdesk-${savedAt.slice(0, 19).replaceAll(':', '-')}Z.flow.json`

interface Asked {
  kind: RecordingKind
  keepsText: boolean
}
interface Saved {
  fileName: string
}

/** The recorder with its real effects. It is not inspected itself, as it would then be in its own recordings. */
export function wireRecorder({ toasts, demo }: Pick<ToolsPage, 'toasts' | 'demo'>) {
  let recorded: Take | undefined
  return recorderMachine.provide({
    actors: {
      countEvents: fromCallback(({ sendBack }) =>
        tap.subscribe(() => {
          const events = tap.recordedEvents
          sendBack(events >= longestRecording ? { type: 'recording.fill' } : { type: 'recording.grow', events })
        }),
      ),
      saveRecording: fromPromise<Saved, Asked>(({ input: { kind, keepsText } }) => {
        const recording = fileOf(kind === 'recorded' && recorded ? recorded : tap.recent(), { keepsText, demo })
        const fileName = nameOf(recording)
        download(fileName, `${JSON.stringify(recording)}\n`, 'application/json')
        return Promise.resolve({ fileName })
      }),
    },
    actions: {
      beginRecording: () => tap.beginRecording(),
      endRecording: () => {
        recorded = tap.endRecording()
      },
      reportSaveFailure: toastAction(toasts, () => ({ kind: 'error', message: 'The recording could not be saved' })),
    },
  })
}
