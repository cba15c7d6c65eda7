import { Link } from '@tanstack/react-router'
import { useApp } from '../../app/context'
import { screens } from './navigation'

/** From a record back to its list, as it was left: with its search, filters and page (RT-13). */
export function BackLink({ to }: { to: (typeof screens)[number]['to'] }) {
  const { listAddresses } = useApp()
  return (
    <Link to={to} search={listAddresses.searchOf(to)}>
      {screens.find((screen) => screen.to === to)?.label}
    </Link>
  )
}
