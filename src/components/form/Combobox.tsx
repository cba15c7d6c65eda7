import { Combobox as Ark, createListCollection } from '@ark-ui/react/combobox'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import X from 'lucide-react/icons/x'
import { Fragment, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { combobox } from '../../../styled-system/recipes/combobox'
import { FieldFrame, type FieldProps } from './FieldFrame'
import { Button } from '../base/Button'
import { Spinner } from '../base/Spinner'
import { keepFromTakingFocus } from '../../browser/focusSoon'
import { useAnswered } from '../../browser/useAnswered'
import { useSlash } from '../../browser/useSlash'

export interface ComboboxOption {
  id: string
  label: string
  detail?: string | undefined
  /** Why it can't be chosen now, in one sentence (GE-05). */
  reason?: string | undefined
}
/** What was done to the field before the code of its list was there. */
export type Begun = 'typed' | 'opened' | 'entered'

export interface ComboboxProps extends Omit<FieldProps, 'value' | 'onChange'> {
  placeholder?: string | undefined
  /** The text of the input; its owner sets it to the option's label when one is selected. */
  inputValue: string
  /** Called when a person types, not when an option is selected. */
  onInputChange: (text: string) => void
  /**
   * The options that were found. They are shown only when `status` is ready, as older ones do not answer what is
   * asked for now; inline ones always do, and more of them may come.
   */
  options: readonly ComboboxOption[]
  status: 'loading' | 'ready' | 'empty' | 'failed'
  selectedId: string | undefined
  onSelect: (id: string) => void
  messages: { loading: string; empty: string; failed: string }
  /** Searches again after a search that failed. */
  onRetry?: (() => void) | undefined
  /** Enter where nothing is looked for. */
  onGoOn?: (() => void) | undefined
  /** More than one was found, of which Enter takes none that nobody has seen. */
  isAmbiguous?: boolean | undefined
  /** Its options stand below it on the page, and are always seen. */
  isInline?: boolean | undefined
  begun?: Begun | undefined
}

const none: readonly ComboboxOption[] = []

/** One choice out of what a server's search finds. */
export function Combobox(props: ComboboxProps) {
  const { name, placeholder, inputValue, onInputChange, status, selectedId, onSelect, messages, onRetry, onGoOn } =
    props
  const { isAmbiguous = false, isInline = false, begun } = props
  const { onBlur, disabled, ...frame } = props
  const options = status === 'ready' || isInline ? props.options : none
  const styles = combobox()
  const input = useRef<HTMLInputElement>(null)
  useSlash(input)
  const clear = () => {
    onInputChange('')
    input.current?.focus()
  }
  const collection = useMemo(
    () =>
      createListCollection({
        items: options,
        itemToValue: ({ id }) => id,
        itemToString: ({ label }) => label,
        isItemDisabled: ({ reason }) => reason !== undefined,
      }),
    [options],
  )
  const [isOpen, setOpen] = useState(isInline || begun !== undefined)
  const [moved, setMoved] = useState<string | null>(null)
  // Whatever is shown can be taken with Enter at once: were it highlighted a moment later, a fast hand would close the list.
  const highlighted = collection.has(moved) ? moved : collection.firstValue
  const awaited = useRef(begun === 'entered' ? inputValue : undefined)
  const taken = isAmbiguous ? undefined : options.find(({ id }) => id === collection.firstValue)
  // What was entered before its answer came is taken when it comes, unless something else was typed meanwhile.
  useAnswered(status === 'loading', () => {
    const typed = awaited.current
    awaited.current = undefined
    // What it leads to may draw at once, which nothing can that is still being drawn.
    if (typed === inputValue && typed !== '' && taken && taken.reason === undefined)
      queueMicrotask(() => onSelect(taken.id))
  })
  const enter = (event: KeyboardEvent) => {
    awaited.current = undefined
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    if (!isOpen && inputValue === '' && onGoOn) {
      // What it leads to is not pressed by the same key.
      event.preventDefault()
      onGoOn()
    } else if (isOpen && options.length > 0 && options.every(({ reason }) => reason !== undefined)) {
      // What can't be taken goes on saying why.
      event.preventDefault()
    } else if (status === 'loading' && options.length === 0) {
      // It would close the list, with nothing chosen.
      event.preventDefault()
      awaited.current = inputValue
    }
  }
  const message = status !== 'ready' && (
    <div className={styles.message} role="presentation">
      {status === 'loading' && <Spinner />}
      {messages[status]}
      {status === 'failed' && onRetry && (
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
  const hear = (open: boolean) => {
    if (!open && input.current) keepFromTakingFocus(input.current)
    setOpen(open || isInline)
  }
  const Place = isInline ? Fragment : Ark.Positioner
  return (
    <FieldFrame {...frame}>
      {({ className, id, ...control }) => (
        <Ark.Root
          ids={{ input: id, label: `${id}-label` }}
          collection={collection}
          value={selectedId === undefined ? [] : [selectedId]}
          onValueChange={({ value: [chosen] }) => chosen !== undefined && onSelect(chosen)}
          inputValue={inputValue}
          onInputValueChange={(change) => change.reason === 'input-change' && onInputChange(change.inputValue)}
          // The owner alone sets the text.
          selectionBehavior="preserve"
          inputBehavior="autohighlight"
          highlightedValue={isOpen ? highlighted : null}
          onHighlightChange={({ highlightedValue }) => setMoved(highlightedValue)}
          onOpenChange={({ open }) => hear(open)}
          openOnClick
          defaultOpen={begun !== undefined}
          {...(isInline && { open: true, disableLayer: true })}
          disabled={disabled ?? false}
          positioning={{ strategy: 'fixed', sameWidth: true, gutter: 4 }}
          lazyMount
          unmountOnExit
        >
          <Ark.Control className={styles.control}>
            <Ark.Input
              {...control}
              ref={input}
              className={className}
              name={name}
              placeholder={placeholder}
              onBlur={() => {
                awaited.current = undefined
                onBlur?.()
              }}
              onKeyDownCapture={enter}
            />
            {inputValue === '' || disabled ? (
              <Ark.Trigger className={styles.trigger} aria-label="Show options" tabIndex={-1}>
                <ChevronDown aria-hidden="true" />
              </Ark.Trigger>
            ) : (
              <button
                type="button"
                className={styles.trigger}
                aria-label="Clear search"
                tabIndex={-1}
                title="Clear search"
                onClick={clear}
              >
                <X aria-hidden="true" />
              </button>
            )}
          </Ark.Control>
          <Place>
            <Ark.Content
              className={styles.content}
              aria-busy={status === 'loading' || undefined}
              data-inline={isInline || undefined}
              // A listbox without options is none; what it says instead is read out.
              {...(options.length === 0 && { role: 'status' })}
            >
              {options.length === 0 && message}
              {options.map((option) => (
                <Ark.Item key={option.id} item={option} className={styles.item}>
                  <Ark.ItemText className={styles.itemText}>{option.label}</Ark.ItemText>{' '}
                  {(option.reason ?? option.detail) && (
                    <span className={styles.detail}>{option.reason ?? option.detail}</span>
                  )}
                  <Ark.ItemIndicator>
                    <Check aria-hidden="true" />
                  </Ark.ItemIndicator>
                </Ark.Item>
              ))}
            </Ark.Content>
            {/* A list has nothing but its options. */}
            {options.length > 0 && <div role="status">{message}</div>}
          </Place>
        </Ark.Root>
      )}
    </FieldFrame>
  )
}
