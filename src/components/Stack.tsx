import type { ReactNode } from 'react'
import { stack, type StackVariantProps } from '../../styled-system/recipes/stack'

/** Parts below one another. */
export function Stack({ children, ...variants }: StackVariantProps & { children: ReactNode }) {
  return <div className={stack(variants)}>{children}</div>
}
