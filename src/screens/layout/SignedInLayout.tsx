import { Outlet } from '@tanstack/react-router'
import { SignedInFrame } from './SignedInFrame'

/** The signed-in screens, in their frame. */
export const SignedInLayout = () => (
  <SignedInFrame>
    <Outlet />
  </SignedInFrame>
)
