import { Outlet } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { rewriting } from '../../components/base/format'
import { SignedInFrame } from './SignedInFrame'

const follow = (draw: () => void) => {
  rewriting.begin = draw
  return () => {}
}

/** The signed-in screens, in their frame; drawn anew when numbers and dates are to be written in another way. */
export function SignedInLayout() {
  const written = useSyncExternalStore(follow, () => rewriting.count)
  return (
    <SignedInFrame>
      <Outlet key={written} />
    </SignedInFrame>
  )
}
