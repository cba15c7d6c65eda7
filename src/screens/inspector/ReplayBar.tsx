import { ErrorState } from '../../components/base/ErrorState'
import { formatCount } from '../../components/base/format'
import { ToolsBar, ToolsNote } from '../../components/chart/ToolsBar'
import { PublicLayout } from '../../components/layout/PublicLayout'
import type { Scene } from './scene'

/** Says that this is no window on the server. */
export const ReplayBar = ({ scene: { name, number, last } }: { scene: Scene }) => (
  <ToolsBar label="Replay">
    <ToolsNote>
      Event {formatCount(number)} of {formatCount(last)} in {name}. This window answers from the recording: nothing is
      sent to the server.
    </ToolsNote>
  </ToolsBar>
)

/** A window whose inspector is gone. */
export const ReplayGone = () => (
  <PublicLayout>
    <ErrorState message="The inspector that opened this window is closed.">
      Open the recording there again, and the app from its event.
    </ErrorState>
  </PublicLayout>
)
