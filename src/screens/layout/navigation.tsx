import Award from 'lucide-react/icons/award'
import Building2 from 'lucide-react/icons/building-2'
import ChartColumn from 'lucide-react/icons/chart-column'
import CircleUser from 'lucide-react/icons/circle-user'
import CreditCard from 'lucide-react/icons/credit-card'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Megaphone from 'lucide-react/icons/megaphone'
import Package from 'lucide-react/icons/package'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Settings from 'lucide-react/icons/settings'
import Truck from 'lucide-react/icons/truck'
import Users from 'lucide-react/icons/users'

/** The screens that stand at the side of all, in their order. */
export const screens = [
  { to: '/dashboard', label: 'Dashboard', icon: <LayoutDashboard aria-hidden="true" /> },
  { to: '/campaigns', label: 'Campaigns', icon: <Megaphone aria-hidden="true" /> },
  { to: '/orders', label: 'Orders', icon: <ReceiptText aria-hidden="true" /> },
  { to: '/fulfilments', label: 'Fulfilments', icon: <Truck aria-hidden="true" /> },
  { to: '/products', label: 'Products', icon: <Package aria-hidden="true" /> },
  { to: '/gateways', label: 'Gateways', icon: <CreditCard aria-hidden="true" /> },
  { to: '/customers', label: 'Customers', icon: <Users aria-hidden="true" /> },
  { to: '/reports', label: 'Reports', icon: <ChartColumn aria-hidden="true" /> },
  { to: '/leaderboard', label: 'Leaderboard', icon: <Award aria-hidden="true" /> },
  { to: '/settings', label: 'Settings', icon: <Settings aria-hidden="true" /> },
  // Who sees these is known a moment later, and nothing moves as they come.
  { to: '/admin/collaborations', label: 'Collaborations', icon: <Building2 aria-hidden="true" /> },
  { to: '/admin/users', label: 'Users', icon: <CircleUser aria-hidden="true" /> },
] as const
