import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { searchBox } from '../../../styled-system/recipes/search-box'
import { useSlash } from '../../browser/useSlash'
import { IconButton } from '../base/IconButton'

interface SearchBoxProps {
  /** The accessible name, also shown while it is empty. */
  label: string
  value: string
  onChange: (text: string) => void
}

/** Where a list is searched: `/` leads to it, and it can be cleared. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  const styles = searchBox()
  useSlash(box)
  const clear = () => {
    onChange('')
    box.current?.focus()
  }
  return (
    <div className={styles.root}>
      <Search className={styles.icon} aria-hidden="true" />
      <input
        ref={box}
        type="search"
        className={styles.input}
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' && (
        <span className={styles.clear}>
          <IconButton label="Clear search" size="sm" onClick={clear}>
            <X aria-hidden="true" />
          </IconButton>
        </span>
      )}
    </div>
  )
}
