import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { type ButtonProps, buttonStyle } from '../base/Button'
import { ReasonedButton, type ReasonedButtonProps } from './ReasonedButton'
import type { LinkAction, RecordAction } from './recordAction'
import { useAction } from './useAction'

interface ActionButtonProps<Row> extends Omit<ReasonedButtonProps, 'reason' | 'onClick'> {
  action: RecordAction<Row>
  row: Row
}

/** One thing that can be done with a record, as a button; what is not possible now says why (GE-05). */
export function ActionButton<Row>({ action, row, children, ...button }: ActionButtonProps<Row>) {
  const { isOffered, label, reason, begin } = useAction(action, row)
  if (!isOffered) return null
  return (
    <ReasonedButton variant={action.primary ? 'solid' : 'outline'} {...button} reason={reason} onClick={begin}>
      {children ?? label}
    </ReasonedButton>
  )
}

interface ActionLinkProps<Row> extends Pick<ButtonProps, 'variant' | 'size' | 'aria-keyshortcuts'> {
  action: LinkAction<Row>
  row: Row
  ref?: Ref<HTMLAnchorElement>
  children?: ReactNode
}

/** The same as a link, where it begins at another address; a button while it is not possible. */
export function ActionLink<Row>({ action, row, ref, children, ...shown }: ActionLinkProps<Row>) {
  const { isOffered, label, reason } = useAction(action, row)
  if (!isOffered) return null
  const { variant = action.primary ? 'solid' : 'outline', size, ...attributes } = shown
  if (reason !== undefined) {
    return (
      <ReasonedButton variant={variant} size={size} reason={reason}>
        {children ?? label}
      </ReasonedButton>
    )
  }
  return (
    <Link {...action.at(row)} {...attributes} ref={ref} className={buttonStyle({ variant, size })}>
      {children ?? label}
    </Link>
  )
}
