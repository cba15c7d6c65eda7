import type { ReactNode } from 'react'
import { gridStyle, type GridStyleVariantProps } from '../../../styled-system/recipes/grid-style'

/** Columns of equal width, fewer of them where there is no room. */
export function Grid({ children, ...variants }: GridStyleVariantProps & { children: ReactNode }) {
  return <div className={gridStyle(variants)}>{children}</div>
}
