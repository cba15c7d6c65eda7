import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { createContext, type ReactNode, Suspense, use } from 'react'
import { loadFailedAgain } from '../../app/lazyPage'
import { Button } from '../base/Button'

interface LaterPartProps {
  meanwhile?: ReactNode
  /** What is said where its code did not come, beside a button to try again; nobody would miss what says null. */
  failed?: ReactNode
  children: ReactNode
}

const once = () => ''

const Failed = createContext<ReactNode>(undefined)

function TryAgain({ reset }: ErrorComponentProps) {
  const said = use(Failed)
  const again = () => {
    loadFailedAgain()
    reset()
  }
  const title = 'This part could not be loaded. Check your connection and try again.'
  return (
    said !== null && (
      <>
        {said}
        <Button size="sm" variant="outline" title={title} onClick={again}>
          Try again
        </Button>
      </>
    )
  )
}

/** A part whose code comes after what stands around it, which does without it until then, and where it does not come. */
export const LaterPart = ({ meanwhile, failed, children }: LaterPartProps) => (
  <Failed value={failed}>
    <CatchBoundary getResetKey={once} errorComponent={TryAgain}>
      <Suspense fallback={meanwhile}>{children}</Suspense>
    </CatchBoundary>
  </Failed>
)
