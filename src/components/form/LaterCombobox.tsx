import ChevronDown from 'lucide-react/icons/chevron-down'
import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { combobox } from '../../../styled-system/recipes/combobox'
import { lazyPart } from '../../app/lazyPage'
import { useLoaded } from '../../app/useLoaded'
import { handTypingOn } from '../../browser/handTypingOn'
import { useIdle } from '../../browser/useIdle'
import { useSlash } from '../../browser/useSlash'
import type { Begun, ComboboxProps } from './Combobox'
import { FieldFrame } from './FieldFrame'

/** The field with its list. */
export const Combobox = lazyPart(async () => (await import('./Combobox')).Combobox)

/**
 * A combobox with which a page begins: its field is there at once, and takes what is typed before the code of its list
 * has come. That is fetched when the page has nothing else to do, or with the first key or press.
 */
export function LaterCombobox(props: ComboboxProps) {
  const { name, placeholder, inputValue, onInputChange, onGoOn, onBlur, disabled = false, ...frame } = props
  const styles = combobox()
  const input = useRef<HTMLInputElement>(null)
  useSlash(input)
  const place = useCallback((field: HTMLInputElement | null) => {
    input.current = field
    return handTypingOn(field)
  }, [])
  const [failures, countFailure] = useState(0)
  // With the failures that it has seen: who types on as the code fails to come is told so all the same.
  const [begun, setBegun] = useState<{ by: Begun; after: number }>()
  const begin = (by?: Begun) => setBegun(by && { by, after: failures })
  const fail = useCallback(() => countFailure((count) => count + 1), [])
  // Another field in its place would end what an input method composes.
  const [isComposing, setComposing] = useState(false)
  const isIdle = useIdle()
  const isFailed = begun !== undefined && failures > begun.after
  const going = isFailed ? undefined : begun
  const wantedBy = going ? `${going.by} ${going.after}` : isIdle && !isFailed ? 'idle' : undefined
  const isLoaded = useLoaded(Combobox, wantedBy, fail)
  if (isLoaded && !isComposing) return <Combobox {...props} begun={going?.by} />
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey } = event
    // It ends what an input method composes.
    if (event.nativeEvent.isComposing) return
    if (key === 'ArrowDown' || key === 'ArrowUp') begin('opened')
    if (key !== 'Enter' || ctrlKey || metaKey) return
    if (inputValue !== '') begin('entered')
    else if (onGoOn) {
      // What it leads to is not pressed by the same key.
      event.preventDefault()
      onGoOn()
    }
  }
  const open = () => {
    if (disabled) return
    input.current?.focus()
    begin('opened')
  }
  const failure = isFailed ? 'The list could not be loaded. Check your connection and type on.' : undefined
  return (
    <FieldFrame {...frame} error={failure ?? frame.error}>
      {({ className, ...control }) => (
        <div className={styles.control} onClick={open}>
          <input
            {...control}
            ref={place}
            className={className}
            type="text"
            role="combobox"
            aria-expanded={false}
            aria-controls={`${control.id}-list`}
            aria-autocomplete="list"
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="none"
            spellCheck={false}
            name={name}
            placeholder={placeholder}
            disabled={disabled}
            value={inputValue}
            onChange={({ target }) => {
              begin('typed')
              onInputChange(target.value)
            }}
            onBlur={() => {
              // Whoever has gone on is not called back, and nothing is taken for them.
              begin()
              onBlur?.()
            }}
            onKeyDown={press}
            onCompositionStart={() => setComposing(true)}
            onCompositionEnd={() => setComposing(false)}
          />
          <button type="button" className={styles.trigger} aria-label="Show options" tabIndex={-1} disabled={disabled}>
            <ChevronDown aria-hidden="true" />
          </button>
        </div>
      )}
    </FieldFrame>
  )
}
