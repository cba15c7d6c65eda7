import type { ReactNode } from 'react'
import { page } from '../../../styled-system/recipes/page'
import { Brand } from '../base/Brand'
import { Heading } from '../base/Heading'
import { useTitle } from '../../browser/useTitle'
import { keepFocus } from '../form/keepFocus'
import { Text } from '../base/Text'

interface AuthLayoutProps {
  title: string
  description?: ReactNode
  children: ReactNode
  /** Below the panel, such as the way to another form. */
  footer?: ReactNode
}

/** One small form in the middle of the page. */
export function AuthLayout({ title, description, children, footer }: AuthLayoutProps) {
  const styles = page()
  useTitle(title)
  return (
    <main className={styles.auth} id="main">
      <Brand />
      <div className={styles.authPanel} onMouseDown={keepFocus}>
        <div className={styles.authHead}>
          <Heading level={1} size="lg">
            {title}
          </Heading>
          {description && (
            <Text as="div" tone="muted">
              {description}
            </Text>
          )}
        </div>
        {children}
      </div>
      {footer && (
        <Text as="div" tone="muted" size="sm">
          {footer}
        </Text>
      )}
    </main>
  )
}
