import { type ReactNode, useState } from 'react'
import { handFocusOn } from '../../browser/handFocusOn'
import { useIdle } from '../../browser/useIdle'
import { Button, type ButtonProps } from '../base/Button'
import { openers } from '../base/DropdownMenu'
import type { OpenedBy } from '../base/menuEntry'
import { LaterPart } from './LaterPart'

interface LaterMenuProps extends Pick<ButtonProps, 'size' | 'aria-label'> {
  /** What the button of the menu shows. */
  button: ReactNode
  /** It is needed without being asked for, such as to say why it can't be. */
  isNeeded?: boolean
  /** The menu, which opens at once where somebody has asked for it before its code was there. */
  children: (opensAtOnce: OpenedBy | undefined) => ReactNode
}

/**
 * A menu behind what the page is there for: its code and what it reads are asked for when the page has nothing else to
 * do, or when somebody wants it.
 */
export function LaterMenu({ button, isNeeded = false, children, ...look }: LaterMenuProps) {
  const [wantedBy, want] = useState<OpenedBy>()
  const isIdle = useIdle()
  const meanwhile = (
    <Button {...look} ref={handFocusOn} aria-haspopup="menu" aria-expanded={false} {...openers(want)}>
      {button}
    </Button>
  )
  if (!isNeeded && !wantedBy && !isIdle) return meanwhile
  return (
    <LaterPart meanwhile={meanwhile} what={button}>
      {children(wantedBy)}
    </LaterPart>
  )
}
