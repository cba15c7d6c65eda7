import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageFailure } from './PageFailure'

/** What goes wrong in a part of the page is said in its place, and the rest stays; another key begins anew. */
export function PartBoundary({ resetKey = '', children }: { resetKey?: string; children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => resetKey} errorComponent={PageFailure}>
      {children}
    </CatchBoundary>
  )
}
