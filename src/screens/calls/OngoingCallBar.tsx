import { useSelector } from '@xstate/react'
import { Suspense } from 'react'
import { callBar } from '../../../styled-system/recipes/call-bar'
import { shownOf } from '../../../machines/calls/openCalls'
import { Talking } from './lazyTalking'
import { WrapUp } from './lazyWrapUp'
import { useOngoingCall } from './useOngoingCall'
import { WorkerBar } from './WorkerBar'

/** The call that the person is in, or has yet to wrap up, at the lower end of every screen (CA-01, CA-02). */
export default function OngoingCallBar() {
  const ref = useOngoingCall()
  const call = useSelector(ref, ({ context }) => shownOf(context))
  if (!call) return <WorkerBar />
  const styles = callBar()
  return (
    <section className={styles.root} aria-label="Ongoing call" data-state={call.state}>
      <Suspense>
        {call.state === 'talking' ? (
          <Talking call={call} flow={ref} />
        ) : (
          <WrapUp key={call.id} call={call} flow={ref} />
        )}
      </Suspense>
    </section>
  )
}
