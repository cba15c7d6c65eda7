import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'

const Nothing = () => null
const once = () => ''

/** A part whose code comes after what stands around it, which does without it until then, and where it does not come. */
export const LaterPart = ({ meanwhile, children }: { meanwhile?: ReactNode; children: ReactNode }) => (
  <CatchBoundary getResetKey={once} errorComponent={Nothing}>
    <Suspense fallback={meanwhile}>{children}</Suspense>
  </CatchBoundary>
)
