import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import CreditCard from 'lucide-react/icons/credit-card'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Megaphone from 'lucide-react/icons/megaphone'
import Package from 'lucide-react/icons/package'
import ReceiptText from 'lucide-react/icons/receipt-text'
import SettingsIcon from 'lucide-react/icons/settings'
import Truck from 'lucide-react/icons/truck'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { AppShell, navLinkStyle } from '../../components/layout/AppShell'
import { useApp, WorkspaceContext } from '../../app/context'
import { AccountMenu } from './AccountMenu'
import { ConnectionBar } from './ConnectionBar'
import { Dialogs } from './Dialogs'
import { OngoingCall } from './OngoingCall'
import { CallBar, StartCall } from './Calls'
import { OrganizationSwitcher } from './OrganizationSwitcher'
import { PagePending } from './PagePending'

const screens = [
  { to: '/dashboard', label: 'Dashboard', icon: <LayoutDashboard aria-hidden="true" /> },
  { to: '/campaigns', label: 'Campaigns', icon: <Megaphone aria-hidden="true" /> },
  { to: '/orders', label: 'Orders', icon: <ReceiptText aria-hidden="true" /> },
  { to: '/fulfilments', label: 'Fulfilments', icon: <Truck aria-hidden="true" /> },
  { to: '/products', label: 'Products', icon: <Package aria-hidden="true" /> },
  { to: '/gateways', label: 'Gateways', icon: <CreditCard aria-hidden="true" /> },
  { to: '/customers', label: 'Customers', icon: <Users aria-hidden="true" /> },
  { to: '/settings', label: 'Settings', icon: <SettingsIcon aria-hidden="true" /> },
] as const

/** What every signed-in screen stands in. Another workspace is another tree, so nothing of the old one is left (SE-11). */
export function SignedInFrame({ children }: { children: ReactNode }) {
  const { session, config } = useApp()
  const workspace = useSelector(session, (state) => (state.hasTag('signedIn') ? state.children.workspace : undefined))
  const isReady = workspace !== undefined
  return (
    <AppShell
      nav={screens
        .filter(({ to }) => to !== '/settings' || config.extensions)
        .map(({ to, label, icon }) => (
          <Link key={to} to={to} className={navLinkStyle()}>
            {icon}
            {label}
          </Link>
        ))}
      header={
        isReady && (
          <WorkspaceContext value={workspace}>
            <OrganizationSwitcher />
            {config.extensions ? <StartCall /> : <OngoingCall />}
            <AccountMenu />
          </WorkspaceContext>
        )
      }
    >
      <ConnectionBar />
      {isReady ? (
        <WorkspaceContext key={workspace.sessionId} value={workspace}>
          {config.extensions && <CallBar />}
          {children}
          <Dialogs />
        </WorkspaceContext>
      ) : (
        <PagePending />
      )}
    </AppShell>
  )
}
