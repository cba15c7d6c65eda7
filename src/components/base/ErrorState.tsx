import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { notice } from '../../../styled-system/recipes/notice'
import type { ReactNode } from 'react'
import { Button } from './Button'

interface ErrorStateProps {
  message: string
  /** What to do about it. */
  children?: ReactNode
  onRetry?: (() => void) | undefined
  retryLabel?: string | undefined
}

/** What is shown in place of content that could not be loaded. */
export function ErrorState({ message, children, onRetry, retryLabel = 'Try again' }: ErrorStateProps) {
  const styles = notice({ tone: 'red' })
  return (
    <div className={styles.root}>
      <TriangleAlert className={styles.icon} aria-hidden="true" />
      <p className={styles.title} role="alert">
        {message}
      </p>
      {children && <p className={styles.text}>{children}</p>}
      {onRetry && (
        <div className={styles.actions}>
          <Button onClick={onRetry}>{retryLabel}</Button>
        </div>
      )}
    </div>
  )
}
