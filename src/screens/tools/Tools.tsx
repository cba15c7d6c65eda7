import { useSelector } from '@xstate/react'
import { Suspense } from 'react'
import { ToolsPlace } from '../../components/base/ToolsPlace'
import { useApp } from '../../app/context'
import { lazyPage } from '../../app/lazyPage'
import { PartBoundary } from '../layout/PartBoundary'

const ToolsScreen = lazyPage(() => import('./ToolsScreen'))

/** The tools for testers, whose code is loaded when they are switched on. */
export function Tools() {
  const isShown = useSelector(useApp().tools, (state) => state.matches('shown'))
  return (
    <ToolsPlace>
      {isShown && (
        <PartBoundary>
          <Suspense>
            <ToolsScreen />
          </Suspense>
        </PartBoundary>
      )}
    </ToolsPlace>
  )
}
