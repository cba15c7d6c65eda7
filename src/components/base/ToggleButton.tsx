import { Button, type ButtonProps } from './Button'

interface ToggleButtonProps extends Omit<ButtonProps, 'variant' | 'size' | 'aria-pressed'> {
  pressed: boolean
}

/** A small button of a toolbar that is pressed or not. */
export const ToggleButton = ({ pressed, ...rest }: ToggleButtonProps) => (
  <Button {...rest} size="sm" variant={pressed ? 'outline' : 'ghost'} aria-pressed={pressed} />
)
