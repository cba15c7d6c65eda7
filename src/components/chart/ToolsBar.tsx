import type { ReactNode } from 'react'
import { toolsBar } from '../../../styled-system/recipes/tools-bar'

/** A bar at the bottom of the page; stands in the ToolsPlace. */
export function ToolsBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={toolsBar().root} aria-label={label}>
      {children}
    </section>
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
