import { useSelector } from '@xstate/react'
import { createRoot } from 'react-dom/client'
import type { ToastsRef } from '../../app/toasts'
import { toolsId } from '../../components/base/toolsElement'
import { TestingTools } from './TestingTools'
import { createTools, type ToolsPage } from './tools'

function PaymentTools({ page }: { page: ToolsPage }) {
  const isShown = useSelector(page.tools, (state) => state.matches('shown'))
  return isShown && <TestingTools page={page} />
}

/** The tools for testers on the page that customers pay on. What is paid there is sent to our own inspector alone. */
export function showPaymentTools(toasts: ToastsRef): void {
  const tools = createTools('local').start()
  const place = document.createElement('div')
  place.id = toolsId
  document.body.append(place)
  createRoot(place).render(<PaymentTools page={{ toasts, tools, inspectorUrl: undefined }} />)
}
