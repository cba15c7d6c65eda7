import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { createContext, type ReactNode, Suspense, use, useMemo } from 'react'
import { loadFailedAgain } from '../../app/lazyPage'
import { Button } from '../base/Button'

interface LaterPartProps {
  meanwhile?: ReactNode
  /** What is said where its code did not come, beside a button to try again; nobody would miss what says null. */
  failed?: ReactNode
  /** What the button says that is tried again, where more than one may stand side by side. */
  what?: ReactNode
  children: ReactNode
}

const once = () => ''

const Failed = createContext<Pick<LaterPartProps, 'failed' | 'what'>>({})

function TryAgain({ reset }: ErrorComponentProps) {
  const { failed, what } = use(Failed)
  const again = () => {
    loadFailedAgain()
    reset()
  }
  const title = 'This part could not be loaded. Check your connection and try again.'
  return (
    failed !== null && (
      <>
        {failed}
        <Button size="sm" variant="outline" title={title} onClick={again}>
          Try again{what && <>: {what}</>}
        </Button>
      </>
    )
  )
}

/** A part whose code comes after what stands around it, which does without it until then, and where it does not come. */
export function LaterPart({ meanwhile, failed, what, children }: LaterPartProps) {
  const said = useMemo(() => ({ failed, what }), [failed, what])
  return (
    <Failed value={said}>
      <CatchBoundary getResetKey={once} errorComponent={TryAgain}>
        <Suspense fallback={meanwhile}>{children}</Suspense>
      </CatchBoundary>
    </Failed>
  )
}
