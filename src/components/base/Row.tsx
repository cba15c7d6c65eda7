import type { ReactNode } from 'react'
import { rowStyle, type RowStyleVariantProps } from '../../../styled-system/recipes/row-style'

/** Parts beside one another, wrapping where there is no room. */
export function Row({ children, ...variants }: RowStyleVariantProps & { children: ReactNode }) {
  return <div className={rowStyle(variants)}>{children}</div>
}
