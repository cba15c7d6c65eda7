import { type ReactNode, useId } from 'react'
import { card } from '../../../styled-system/recipes/card'
import { stackStyle } from '../../../styled-system/recipes/stack-style'
import { Heading } from './Heading'
import { Row } from './Row'

interface CardProps {
  /** Names the card as a region, and is shown as its heading. */
  title?: ReactNode
  /** Beside the title. */
  action?: ReactNode
  padding?: 'none' | 'md' | undefined
  children: ReactNode
}

export function Card({ title, action, padding, children }: CardProps) {
  const id = useId()
  if (!title) return <div className={card({ padding })}>{children}</div>
  return (
    <section className={card({ padding })} aria-labelledby={id}>
      <div className={stackStyle()}>
        <Row justify="between">
          <Heading id={id}>{title}</Heading>
          {action}
        </Row>
        {children}
      </div>
    </section>
  )
}
