import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { toolsBar } from '../../../styled-system/recipes/tools-bar'
import { toolsId } from './toolsElement'

/** A bar at the bottom of the page; on the body itself, so that an open dialog does not hide it. */
export function ToolsBar({ label, children }: { label: string; children: ReactNode }) {
  return createPortal(
    <section id={toolsId} className={toolsBar().root} aria-label={label}>
      {children}
    </section>,
    document.body,
  )
}

export function ToolsGroup({ children }: { children: ReactNode }) {
  return <div className={toolsBar().group}>{children}</div>
}

/** What the tools are doing, announced when it changes. */
export function ToolsNote({ children }: { children: ReactNode }) {
  return (
    <span className={toolsBar().note} role="status">
      {children}
    </span>
  )
}

export function RecordDot({ isRunning }: { isRunning: boolean }) {
  return <span className={toolsBar().dot} data-running={isRunning} aria-hidden="true" />
}
