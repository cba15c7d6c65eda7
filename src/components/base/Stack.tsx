import type { ReactNode } from 'react'
import { stackStyle, type StackStyleVariantProps } from '../../../styled-system/recipes/stack-style'

/** Parts below one another. */
export function Stack({ children, ...variants }: StackStyleVariantProps & { children: ReactNode }) {
  return <div className={stackStyle(variants)}>{children}</div>
}
