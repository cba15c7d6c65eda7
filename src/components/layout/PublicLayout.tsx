import type { ReactNode } from 'react'
import { page } from '../../../styled-system/recipes/page'
import { Brand } from '../base/Brand'

/** A page for anyone, such as the payment page. */
export function PublicLayout({ header, children }: { header?: ReactNode; children: ReactNode }) {
  const styles = page()
  return (
    <div className={styles.public}>
      <header className={styles.publicBar}>
        <Brand />
        {header}
      </header>
      <main className={styles.publicBody} id="main">
        {children}
      </main>
    </div>
  )
}
