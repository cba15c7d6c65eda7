import { useMemo } from 'react'
import { useApp } from '../../app/context'
import { TestingTools } from './TestingTools'

/** The tools for testers on a page of the app. */
export default function ToolsScreen() {
  const { toasts, tools, config } = useApp()
  const page = useMemo(
    () => ({ toasts, tools, inspectorUrl: config.inspectorUrl, demo: config.demo }),
    [toasts, tools, config],
  )
  return <TestingTools page={page} />
}
