import { Link } from '@tanstack/react-router'
import { useApp } from '../../app/context'

const lists = {
  '/campaigns': 'Campaigns',
  '/customers': 'Customers',
  '/fulfilments': 'Fulfilments',
  '/orders': 'Orders',
} as const

/** From a record back to its list, as it was left: with its search, filters and page (RT-13). */
export function BackLink({ to }: { to: keyof typeof lists }) {
  const { listAddresses } = useApp()
  return (
    <Link to={to} search={listAddresses.searchOf(to)}>
      {lists[to]}
    </Link>
  )
}
