import { inspector } from '../../../styled-system/recipes/inspector'
import type { Difference } from '../../../machines/qa/replay/difference'

/** What an event changed: each place with what was there and what is. */
export function Differences({ label, found }: { label: string; found: readonly Difference[] }) {
  const styles = inspector()
  if (found.length === 0) return <p className={styles.unchanged}>The context stayed as it was.</p>
  return (
    <div className={styles.differences} role="region" aria-label={label} tabIndex={0}>
      <ul aria-label={label}>
        {found.map(({ path, before, after }) => (
          <li key={path}>
            <span>{path || 'all of it'}</span>
            {before !== undefined && <del>{before}</del>}
            {after !== undefined && <ins>{after}</ins>}
          </li>
        ))}
      </ul>
    </div>
  )
}
