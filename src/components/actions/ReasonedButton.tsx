import { Button, type ButtonProps } from '../base/Button'
import { useReason } from './useReason'

export interface ReasonedButtonProps extends ButtonProps {
  /** Why it can't be pressed now. */
  reason: string | undefined
  /** The element that says so already. */
  reasonId?: string | undefined
}

/** A button that says why while it can't be pressed (GE-05). */
export function ReasonedButton({ reason, reasonId, ...button }: ReasonedButtonProps) {
  const { refused, told } = useReason(reason, reasonId)
  return (
    <>
      <Button {...button} {...refused} />
      {told}
    </>
  )
}
