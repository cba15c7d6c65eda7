import { useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import { useApp } from '../../wiring/context'

const ToolsScreen = lazy(() => import('./ToolsScreen'))

/** The tools for testers, whose code is loaded when they are switched on. */
export function Tools() {
  const isShown = useSelector(useApp().tools, (state) => state.matches('shown'))
  return <Suspense>{isShown && <ToolsScreen />}</Suspense>
}
