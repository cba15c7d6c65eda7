import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import { errorMessage } from '../../../contract/client/errors'
import type { draftKeepingMachine } from '../../../machines/orders/draftKeeping.machine'
import { ActionButton } from '../../components/actions/ActionButton'
import { Row } from '../../components/base/Row'
import { Text } from '../../components/base/Text'
import { discardDraft } from './newOrderActions'
import type { OrderNewRef } from './useOrderNew'

/** What keeps the draft of a new order. */
export const keeperOf = (flow: OrderNewRef) => flow.getSnapshot().children.keeping

function statusOf(state: SnapshotFrom<typeof draftKeepingMachine>): string {
  if (state.matches({ server: 'kept' }) || state.matches({ server: 'rereading' })) {
    return state.context.version === null ? '' : 'Saved'
  }
  if (state.matches({ server: 'conflict' })) return 'Changed in another tab or browser, too. Decide above.'
  if (state.matches({ server: 'refused' })) return `Not saved: ${errorMessage(state.context.error)}`
  if (!state.matches({ server: 'away' })) return 'Saving...'
  return state.matches({ browser: 'forgetful' })
    ? 'Not saved: the server can’t be reached and this browser stores nothing.'
    : 'Saved in this browser until the server can be reached.'
}

/** Where what was typed is kept, and how to be rid of it (NO-03). */
export function OrderDraftStatus({ flow }: { flow: OrderNewRef }) {
  const keeper = keeperOf(flow)
  const status = useSelector(keeper, (state) => state && statusOf(state))
  const isOnServer = useSelector(keeper, (state) => state !== undefined && state.context.version !== null)
  const title = useSelector(keeper, (state) => state?.context.title)
  const draftId = useSelector(flow, (state) => state.context.draftId)
  return (
    <Row justify="between">
      <div role="status">
        <Text tone="muted" size="sm">
          {status}
        </Text>
      </div>
      {isOnServer && (
        <ActionButton
          action={discardDraft}
          row={{ id: draftId, name: title || 'this draft' }}
          size="sm"
          variant="ghost"
        />
      )}
    </Row>
  )
}
