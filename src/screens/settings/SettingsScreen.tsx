import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { EmptyState } from '../../components/base/EmptyState'
import { LoadingState } from '../../components/base/LoadingState'
import { PageHeader } from '../../components/base/PageHeader'
import { Tabs } from '../../components/base/Tabs'
import { useApp } from '../../app/context'
import { lazyPage } from '../../app/lazyPage'
import { PartBoundary } from '../layout/PartBoundary'

const route = getRouteApi('/_signedIn/settings/')

const ProfileTab = lazyPage(() => import('../session/ProfileTab'))
const OrganizationTab = lazyPage(() => import('../organizations/OrganizationTab'))
const TeamTab = lazyPage(() => import('../invites/TeamTab'))
const ProvidersTab = lazyPage(() => import('../mails/ProvidersTab'))
const OrderMailsTab = lazyPage(() => import('../mails/OrderMailsTab'))
const SellerTab = lazyPage(() => import('../sellers/SellerTab'))
const PermissionsTab = lazyPage(() => import('../organizations/PermissionsTab'))
const AppearanceTab = lazyPage(() => import('../session/AppearanceTab'))
const SecurityTab = lazyPage(() => import('../session/SecurityTab'))
const MailsTab = lazyPage(() => import('../mails/MailsTab'))
const ApiTokensTab = lazyPage(() => import('../apiTokens/ApiTokensTab'))
const WebhooksTab = lazyPage(() => import('../webhooks/WebhooksTab'))
const BulkTab = lazyPage(() => import('../bulkJobs/BulkTab'))
const AuditTab = lazyPage(() => import('../audit/AuditTab'))

const tabs = [
  { id: 'profile', label: 'Profile' },
  { id: 'organization', label: 'Organization' },
  { id: 'team', label: 'Team' },
  { id: 'providers', label: 'Email providers' },
  { id: 'orderMails', label: 'Order mails' },
  { id: 'seller', label: 'Seller' },
  { id: 'mails', label: 'Mails' },
  { id: 'appearance', label: 'Appearance' },
  { id: 'security', label: 'Security' },
  { id: 'permissions', label: 'Permissions' },
  { id: 'apiTokens', label: 'API tokens' },
  { id: 'webhooks', label: 'Webhooks' },
  { id: 'bulk', label: 'Bulk changes' },
  { id: 'audit', label: 'Audit log' },
] as const
type Tab = (typeof tabs)[number]['id']

const pages = {
  profile: ProfileTab,
  organization: OrganizationTab,
  team: TeamTab,
  providers: ProvidersTab,
  orderMails: OrderMailsTab,
  seller: SellerTab,
  mails: MailsTab,
  appearance: AppearanceTab,
  security: SecurityTab,
  permissions: PermissionsTab,
  apiTokens: ApiTokensTab,
  webhooks: WebhooksTab,
  bulk: BulkTab,
  audit: AuditTab,
} as const satisfies Record<Tab, unknown>
const isTab = (name: string): name is Tab => Object.hasOwn(pages, name)

/**
 * What an organization sets up once (ML-03, ML-04, PY-06, ST-01), what a person has for themselves, who else is told (WH-01),
 * and what became of all of it (AD-01). A backend of the twenty calls keeps none of it.
 */
export default function SettingsScreen() {
  const { extensions } = useApp().config
  return extensions ? <Settings /> : <EmptyState title="This backend has no settings." level={1} />
}

function Settings() {
  const { tab: asked = '' } = route.useSearch()
  const tab = isTab(asked) ? asked : 'providers'
  const navigate = route.useNavigate()
  const Page = pages[tab]
  const choose = (next: Tab) =>
    void navigate({ search: { tab: next === 'providers' ? undefined : next }, resetScroll: false })
  return (
    <>
      <PageHeader title="Settings" />
      <Tabs label="Settings" tabs={tabs} value={tab} onChange={choose}>
        <PartBoundary resetKey={tab}>
          <Suspense fallback={<LoadingState />}>
            <Page />
          </Suspense>
        </PartBoundary>
      </Tabs>
    </>
  )
}
