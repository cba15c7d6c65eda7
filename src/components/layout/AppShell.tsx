import MenuIcon from 'lucide-react/icons/menu'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { shell } from '../../../styled-system/recipes/shell'
import { Brand } from '../base/Brand'
import { IconButton } from '../base/IconButton'

interface AppShellProps {
  /** Links with the class `navLinkStyle()`. */
  nav: ReactNode
  /** Organization switcher at the start, account menu at the end. */
  header: ReactNode
  /** What stays in sight at the lower end, whatever the content; it comes and goes without moving that. */
  dock: ReactNode
  children: ReactNode
}

/** The look of a router's Link in the side navigation. */
export const navLinkStyle = () => shell().navLink

/** One bar above the content, which on a phone opens the navigation that else stands at the side. */
export function AppShell({ nav, header, dock, children }: AppShellProps) {
  const id = useId()
  const [isNavOpen, setNavOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const styles = shell()
  const close = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isNavOpen) return
    setNavOpen(false)
    toggle.current?.focus()
  }
  return (
    <div className={styles.root} onKeyDown={close}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <header className={styles.header}>
        <div className={styles.toggle}>
          <IconButton
            ref={toggle}
            label="Menu"
            aria-expanded={isNavOpen}
            aria-controls={id}
            onClick={() => setNavOpen(!isNavOpen)}
          >
            <MenuIcon aria-hidden="true" />
          </IconButton>
        </div>
        {header}
      </header>
      <nav className={styles.side} aria-label="Main" data-open={isNavOpen}>
        <div className={styles.sideTop}>
          <Brand />
        </div>
        {/* Following a link closes the menu of narrow screens. */}
        <div id={id} className={styles.nav} onClick={() => setNavOpen(false)}>
          {nav}
        </div>
      </nav>
      <div className={styles.content}>
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
        {dock}
      </div>
    </div>
  )
}
