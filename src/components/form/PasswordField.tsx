import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, useState } from 'react'
import { button } from '../../../styled-system/recipes/button'
import { field } from '../../../styled-system/recipes/field'
import { FieldFrame, type FieldProps } from './FieldFrame'

interface PasswordFieldProps extends FieldProps {
  inputProps?: ComponentProps<'input'> | undefined
}

/** A password, which can be looked at while it is typed. */
export function PasswordField({ name, value, onChange, onBlur, disabled, inputProps, ...frame }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const styles = field()
  const Icon = isShown ? EyeOff : Eye
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <span className={styles.password}>
          <input
            {...inputProps}
            {...control}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            name={name}
            value={value}
            disabled={disabled}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          />
          <span className={styles.reveal}>
            <button
              type="button"
              className={button({ variant: 'ghost', size: 'sm', shape: 'icon' })}
              aria-controls={control.id}
              disabled={disabled}
              onClick={() => setShown(!isShown)}
            >
              <Icon aria-hidden="true" />
              {/* Its text, as a label of its own would make it a second field of that name. */}
              <span className={styles.spoken}>{isShown ? 'Hide password' : 'Show password'}</span>
            </button>
          </span>
        </span>
      )}
    </FieldFrame>
  )
}
