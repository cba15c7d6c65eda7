import { type ReactNode, useId } from 'react'
import { field } from '../../../styled-system/recipes/field'

/** What every field takes; values are the text of the control. */
export interface FieldProps {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  error?: string | undefined
  /** What a person should know before they send it; unlike an error it holds nothing up. */
  warning?: string | undefined
  hint?: string | undefined
  required?: boolean | undefined
  /** Shows "optional" beside the label. */
  optional?: boolean | undefined
  disabled?: boolean | undefined
}

export interface ControlAttributes {
  id: string
  className: string
  'aria-invalid': true | undefined
  'aria-required': true | undefined
  'aria-describedby': string | undefined
}

interface FieldFrameProps extends Pick<FieldProps, 'label' | 'error' | 'warning' | 'hint' | 'required' | 'optional'> {
  /** A checkbox stands before its label; what has its name from a column is labelled for whoever hears it only. */
  layout?: 'stacked' | 'choice' | 'unlabelled' | undefined
  children: (control: ControlAttributes) => ReactNode
}

/** Label, hint and error around one control. The label's text alone is the control's accessible name. */
export function FieldFrame(props: FieldFrameProps) {
  const { label, error, warning, hint, required, optional, layout = 'stacked', children } = props
  const id = useId()
  const styles = field()
  const headings = { stacked: styles.heading, choice: styles.choice, unlabelled: styles.spoken }
  const described = [
    optional && `${id}-optional`,
    hint && `${id}-hint`,
    warning && `${id}-warning`,
    error && `${id}-error`,
  ].filter(Boolean)
  const control = children({
    id,
    className: layout === 'choice' ? styles.checkbox : styles.control,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
    'aria-describedby': described.join(' ') || undefined,
  })
  return (
    <div className={styles.root}>
      <div className={headings[layout]}>
        {layout === 'choice' && control}
        <label className={styles.label} id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {optional && (
          <span className={styles.optional} id={`${id}-optional`}>
            optional
          </span>
        )}
      </div>
      {layout !== 'choice' && control}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p className={styles.warning} id={`${id}-warning`} aria-live="polite">
        {warning}
      </p>
      <p className={styles.error} id={`${id}-error`} aria-live="polite">
        {error}
      </p>
    </div>
  )
}
