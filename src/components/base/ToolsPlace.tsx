import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { toolsId } from './toolsElement'

/**
 * Where the tools for testers stand: on the body itself and marked as the toasts are, so that an open dialog hides them
 * from nobody. It is there without the tools too, as a dialog waits for whatever it is told to leave within reach.
 */
export function ToolsPlace({ children }: { children: ReactNode }) {
  return createPortal(
    <div id={toolsId} data-live-announcer>
      {children}
    </div>,
    document.body,
  )
}
