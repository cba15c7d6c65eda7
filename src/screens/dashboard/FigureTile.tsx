import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dashboard } from '../../../styled-system/recipes/dashboard'

interface FigureTileProps {
  label: string
  value: ReactNode
  /** Below it, such as how it was before. */
  children?: ReactNode
  /** Where the rows are that it is made of. */
  at?: LinkProps | undefined
}

/** A figure, with what stands behind it one click away. */
export function FigureTile({ label, value, children, at }: FigureTileProps) {
  const styles = dashboard()
  const shown = (
    <>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{value}</span>
      {children !== undefined && <span className={styles.change}>{children}</span>}
    </>
  )
  return at ? (
    <Link {...at} className={styles.figure}>
      {shown}
    </Link>
  ) : (
    <div className={styles.figure}>{shown}</div>
  )
}
