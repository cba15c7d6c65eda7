import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { field } from '../../../styled-system/recipes/field'
import { Button } from '../base/Button'
import { FieldFrame, type FieldProps } from './FieldFrame'

export interface SelectOption {
  value: string
  label: string
  /** What it stands under, together with its neighbours of the same group. */
  group?: string | undefined
  /** It is there, and can't be chosen; its label says why. */
  disabled?: boolean | undefined
}
interface SelectFieldProps extends FieldProps {
  options: readonly SelectOption[]
  /** The entry for "nothing chosen", or what stands there while there is nothing to choose from. */
  placeholder?: string | undefined
  inputProps?: ComponentProps<'select'> | undefined
  /** Reads the options again; given when they could not be read. */
  onRetry?: (() => void) | undefined
}

export function SelectField({
  name,
  value,
  onChange,
  onBlur,
  disabled,
  options,
  placeholder,
  inputProps,
  onRetry,
  ...frame
}: SelectFieldProps) {
  const styles = field()
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <span className={styles.choice}>
          <span className={styles.select}>
            <select
              {...inputProps}
              {...control}
              name={name}
              value={value}
              disabled={disabled}
              onChange={(event) => onChange(event.target.value)}
              onBlur={onBlur}
            >
              {placeholder !== undefined && <option value="">{placeholder}</option>}
              {groupsOf(options).map(({ group, members }) =>
                group === undefined ? (
                  <Options key="" options={members} />
                ) : (
                  <optgroup key={group} label={group}>
                    <Options options={members} />
                  </optgroup>
                ),
              )}
            </select>
            <ChevronDown className={styles.chevron} aria-hidden="true" />
          </span>
          {onRetry && (
            <Button onClick={onRetry} disabled={disabled}>
              Try again
            </Button>
          )}
        </span>
      )}
    </FieldFrame>
  )
}

const Options = ({ options }: Pick<SelectFieldProps, 'options'>) =>
  options.map(({ value, label, disabled }) => (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  ))

/** The options by their groups, each where its first one stands. */
function groupsOf(options: readonly SelectOption[]) {
  const groups = new Map<string | undefined, SelectOption[]>()
  for (const option of options) groups.set(option.group, [...(groups.get(option.group) ?? []), option])
  return [...groups].map(([group, members]) => ({ group, members }))
}
