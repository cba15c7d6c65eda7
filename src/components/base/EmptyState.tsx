import type { ReactNode } from 'react'
import { notice } from '../../../styled-system/recipes/notice'

interface EmptyStateProps {
  title: string
  children?: ReactNode
  icon?: ReactNode
  actions?: ReactNode
  level?: 1 | 2 | 3 | undefined
}

export function EmptyState({ title, children, icon, actions, level = 3 }: EmptyStateProps) {
  const styles = notice()
  const Title = `h${level}` as const
  return (
    <div className={styles.root}>
      {icon}
      <Title className={styles.title}>{title}</Title>
      {children && <p className={styles.text}>{children}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
