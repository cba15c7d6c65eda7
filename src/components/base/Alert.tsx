import type { ReactNode } from 'react'
import { alert } from '../../../styled-system/recipes/alert'

interface AlertProps {
  tone?: 'red' | 'amber' | 'green' | 'blue' | undefined
  action?: ReactNode
  children: ReactNode
}

/** One line above the content it is about; bad news interrupts a screen reader, good news waits. */
export function Alert({ tone = 'red', action, children }: AlertProps) {
  return (
    <div className={alert({ tone })} role={tone === 'red' ? 'alert' : 'status'}>
      <span>{children}</span>
      {action}
    </div>
  )
}
