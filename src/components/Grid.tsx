import type { ReactNode } from 'react'
import { grid, type GridVariantProps } from '../../styled-system/recipes/grid'

/** Columns of equal width, fewer of them where there is no room. */
export function Grid({ children, ...variants }: GridVariantProps & { children: ReactNode }) {
  return <div className={grid(variants)}>{children}</div>
}
