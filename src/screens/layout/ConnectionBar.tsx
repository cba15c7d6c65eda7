import { useSelector } from '@xstate/react'
import { Alert } from '../../components/base/Alert'
import { formatClock } from '../../components/base/format'
import { useApp, useSession } from '../../app/context'

/** The one bar that says that the server can't be reached, and how old what is on the screen is (GE-10). */
export function ConnectionBar() {
  const { connection } = useApp()
  const state = useSelector(connection.ref, (snapshot) => snapshot)
  const hasNoUser = useSession((session) => session.context.failures > 0)
  const isOffline = state.matches('offline')
  if (!isOffline && !state.matches('unreachable') && !hasNoUser) return null
  const { readAt } = state.context
  const isShowing = state.hasTag('away') && readAt !== null
  return (
    <Alert tone="amber">
      {isOffline ? 'You are offline.' : "Can't reach the server. Retrying…"}
      {isShowing && ` Showing what was read at ${formatClock(readAt)}`}
    </Alert>
  )
}
