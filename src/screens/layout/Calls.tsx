import PhoneCall from 'lucide-react/icons/phone-call'
import { Suspense } from 'react'
import { IconButton } from '../../components/base/IconButton'
import { useWorkspace } from '../../app/context'
import { whenIdle } from '../../browser/idle'
import { lazyPage } from '../../app/lazyPage'
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
export function StartCall() {
  const workspace = useWorkspace()
  const start = () => workspace.send({ type: 'open.callStart', recordId: undefined, input: { customer: null } })
  return (
    <IconButton label="Start call" onClick={start}>
      <PhoneCall aria-hidden="true" />
    </IconButton>
  )
}
