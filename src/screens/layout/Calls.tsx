import { Suspense } from 'react'
import { ActionIconButton } from '../../components/actions/ActionIconButton'
import { whenIdle } from '../../browser/idle'
import { lazyPage } from '../../app/lazyPage'
import { startCall } from './actions'
import { PartBoundary } from './PartBoundary'

export const OngoingCallBar = lazyPage(async () => {
  // Whatever the page needs to be seen comes first.
  await whenIdle()
  return import('../calls/OngoingCallBar')
})

/** The bar of the call that the person is in; the screen does not wait for its code, and goes on without it (CA-01). */
export const CallBar = () => (
  <PartBoundary>
    <Suspense>
      <OngoingCallBar />
    </Suspense>
  </PartBoundary>
)

/** Begins a call with a number (CA-01). */
export const StartCall = () => <ActionIconButton action={startCall} row={null} />
