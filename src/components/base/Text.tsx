import type { ReactNode } from 'react'
import { text, type TextVariantProps } from '../../../styled-system/recipes/text'

interface TextProps extends TextVariantProps {
  as?: 'p' | 'span' | 'div' | 'strong' | undefined
  children: ReactNode
}

export function Text({ as: Element = 'p', children, ...variants }: TextProps) {
  return <Element className={text(variants)}>{children}</Element>
}
