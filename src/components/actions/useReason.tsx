import { type KeyboardEvent, type MouseEvent, type PointerEvent, useCallback, useId, useRef } from 'react'
import { reason as reasonStyle } from '../../../styled-system/recipes/reason'

const refuse = (event: MouseEvent) => event.preventDefault()

/**
 * Has a button that can't be pressed now say why, in one sentence (GE-05): it can still be reached, and shows the sentence
 * while it has the pointer or the focus. Where the sentence stands on the page already, `reasonId` is the id of its element.
 */
export function useReason(reason: string | undefined, reasonId?: string) {
  const id = useId()
  const tip = useRef<HTMLSpanElement>(null)
  const place = useCallback(
    (element: HTMLSpanElement | null) => {
      tip.current = element
      // The button may have had the pointer or the focus before its reason was known.
      const isReached = document.querySelector(`[aria-describedby="${id}"]:is(:hover, :focus)`) !== null
      if (isReached) element?.togglePopover(true)
    },
    [id],
  )
  if (reason === undefined) return { refused: undefined, told: undefined }
  const refused = { 'aria-disabled': true, 'aria-describedby': reasonId ?? id, onClick: refuse }
  if (reasonId !== undefined) return { refused, told: undefined }
  const anchorName = `--${id}`
  const show = () => tip.current?.togglePopover(true)
  const hide = () => tip.current?.togglePopover(false)
  const leave = ({ relatedTarget }: PointerEvent) => {
    if (!(relatedTarget instanceof Node) || !tip.current?.contains(relatedTarget)) hide()
  }
  const dismiss = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') hide()
  }
  return {
    refused: {
      ...refused,
      style: { anchorName },
      onPointerEnter: show,
      onPointerLeave: leave,
      onFocus: show,
      onBlur: hide,
      onKeyDown: dismiss,
    },
    told: (
      <span
        ref={place}
        popover="manual"
        className={reasonStyle()}
        style={{ positionAnchor: anchorName }}
        onPointerLeave={hide}
      >
        <span id={id} role="tooltip">
          {reason}
        </span>
      </span>
    ),
  }
}
