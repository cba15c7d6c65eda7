import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { buttonStyle } from '../../components/base/Button'
import { LoadingState } from '../../components/base/LoadingState'
import { PageHeader } from '../../components/base/PageHeader'
import { Stack } from '../../components/base/Stack'
import { ActionLink } from '../../components/actions/ActionButton'
import { useApp, useSession } from '../../app/context'
import { lazyPage } from '../../app/lazyPage'
import { PartBoundary } from '../layout/PartBoundary'
import { newOrder } from '../orders/newOrderActions'
import { ActiveCampaigns } from './ActiveCampaigns'

/** A backend of the twenty calls does not wait for its code. */
const Business = lazyPage(() => import('./Business'))

/** Where a day begins: what waits, how the period goes, and what is on sale (DB-01, DB-02, RT-06). */
export default function DashboardScreen() {
  const { config } = useApp()
  const organizationId = useSession((session) => session.context.organizationId)
  const name = useSession((session) => session.context.user?.name)
  return (
    <>
      <PageHeader
        title="Dashboard"
        description={name ? `Welcome, ${name}.` : undefined}
        actions={
          <>
            <Link to="/campaigns" className={buttonStyle({ variant: 'outline' })}>
              All campaigns
            </Link>
            {config.extensions && <ActionLink action={newOrder} row={null} />}
          </>
        }
      />
      <Stack>
        {config.extensions && organizationId !== undefined ? (
          <PartBoundary>
            <Suspense fallback={<LoadingState />}>
              <Business key={organizationId} organizationId={organizationId} />
            </Suspense>
          </PartBoundary>
        ) : (
          <ActiveCampaigns />
        )}
      </Stack>
    </>
  )
}
