import type { ReactNode } from 'react'
import { row, type RowVariantProps } from '../../styled-system/recipes/row'

/** Parts beside one another, wrapping where there is no room. */
export function Row({ children, ...variants }: RowVariantProps & { children: ReactNode }) {
  return <div className={row(variants)}>{children}</div>
}
