import { Link, type LinkProps } from '@tanstack/react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleCheck from 'lucide-react/icons/circle-check'
import { dashboard } from '../../../styled-system/recipes/dashboard'
import type { QueueEntry } from '../../../contract/extensions/dashboard'
import { type Waiting, waitingIn } from '../../../contract/rules/workQueue'
import { Card } from '../../components/base/Card'
import { formatCount } from '../../components/base/format'
import { useNow } from '../../browser/useNow'

interface Described {
  /** What one of them is, and several are; the number stands before it. */
  one: string
  several: string
  tone: 'red' | 'amber' | 'blue'
  at: LinkProps
}

/** An address has commas between several values of a filter. */
const addressed = (filters: Readonly<Record<string, string | readonly string[]>>): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, [value].flat().join(',')]))

const toOrders = (of: 'linksEnding' | 'declined' | 'toPack'): LinkProps => ({
  to: '/orders',
  search: addressed(waitingIn[of].filters),
})

const described: Record<Waiting, Described> = {
  linksEnding: {
    one: 'payment link ends within the hour',
    several: 'payment links end within the hour',
    tone: 'red',
    at: toOrders('linksEnding'),
  },
  declined: {
    one: 'order whose payment was declined',
    several: 'orders whose payment was declined',
    tone: 'red',
    at: toOrders('declined'),
  },
  toPack: { one: 'paid order to pack', several: 'paid orders to pack', tone: 'blue', at: toOrders('toPack') },
  lowStock: {
    one: 'product is low in stock',
    several: 'products are low in stock',
    tone: 'amber',
    at: { to: '/products', search: addressed(waitingIn.lowStock.filters) },
  },
  callBacks: {
    one: 'call-back is due',
    several: 'call-backs are due',
    tone: 'amber',
    at: { to: '/dashboard', search: (before) => ({ ...before, callBacks: 'due' }), hash: 'call-backs' },
  },
  deadMails: {
    one: 'mail could not be delivered',
    several: 'mails could not be delivered',
    tone: 'red',
    at: { to: '/settings', search: { tab: 'mails', state: 'dead' } },
  },
}

/** What waits for somebody, the most pressing first, each with the way to exactly these (DB-01). */
export function WorkQueue({ entries }: { entries: readonly QueueEntry[] }) {
  const styles = dashboard()
  return (
    <Card padding="none">
      {entries.length === 0 ? (
        <p className={styles.nothing}>
          <CircleCheck aria-hidden="true" />
          Nothing waits for you.
        </p>
      ) : (
        <ul className={styles.queue} aria-label="What to do next">
          {entries.map(({ of, count, firstAt }) => {
            const { one, several, tone, at } = described[of]
            return (
              <li key={of}>
                <Link {...at} className={styles.entry}>
                  <span className={styles.count} data-tone={tone}>
                    {formatCount(count)}
                  </span>{' '}
                  <span className={styles.what}>
                    {count === 1 ? one : several}
                    {firstAt !== null && (
                      <span className={styles.hint}>
                        <First of={of} at={firstAt} />
                      </span>
                    )}
                  </span>
                  <ChevronRight className={styles.chevron} aria-hidden="true" />
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

/** When the first of them is due, or for how long it has been. */
function First({ of, at }: { of: Waiting; at: string }) {
  const minutes = Math.round((Date.parse(at) / 1_000 - useNow()) / 60)
  if (of === 'linksEnding') return `The first in ${inMinutes(Math.max(0, minutes))}`
  return minutes < 0 ? `The first for ${inMinutes(-minutes)}` : 'The first now'
}

function inMinutes(minutes: number): string {
  if (minutes < 1) return 'less than a minute'
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${formatCount(Math.floor(hours / 24))} days`
}
