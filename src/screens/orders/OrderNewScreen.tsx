import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { Suspense } from 'react'
import { errorMessage } from '../../../contract/client/errors'
import { ActionLink } from '../../components/actions/ActionButton'
import { useAction } from '../../components/actions/useAction'
import { buttonStyle } from '../../components/base/Button'
import { EmptyState } from '../../components/base/EmptyState'
import { ErrorState } from '../../components/base/ErrorState'
import { LoadingState } from '../../components/base/LoadingState'
import { PageHeader } from '../../components/base/PageHeader'
import { useApp, usePendingChanges, useSession } from '../../app/context'
import { type OrderNewPlace, useOrderNew } from './useOrderNew'
import { BackLink } from '../layout/BackLink'
import { newOrder } from './newOrderActions'
import { OrderNewForm } from './OrderNewForm'
import { OrderPlaced } from './lazyNewOrder'

const route = getRouteApi('/_signedIn/orders/new')

const toList = (
  <Link key="list" to="/orders" className={buttonStyle({ variant: 'outline' })}>
    Go to orders
  </Link>
)

/** A new order, taken on the phone (NO-01). */
export default function OrderNewScreen() {
  const { extensions } = useApp().config
  const { draftId, customerId } = route.useSearch()
  const { user, organizations, organizationId } = useSession(({ context }) => context)
  const organization = organizations.find(({ id }) => id === organizationId)
  const changes = usePendingChanges()
  const { reason } = useAction(newOrder, null)
  const isDiscarded = changes.some(
    ({ resource, ...change }) =>
      resource === 'orderDrafts' && change.kind === 'remove' && change.id === draftId && change.rereadId,
  )
  if (!extensions) return <EmptyState title="This backend takes no orders." level={1} actions={toList} />
  if (reason !== undefined) return <EmptyState title={reason} level={1} actions={toList} />
  if (isDiscarded) return <Navigate to="/orders" replace />
  if (!user?.id || !organization || draftId === undefined) return <LoadingState isPage />
  return (
    <OrderNewPage
      key={`${organization.id} ${draftId}`}
      place={{ draftId, userId: user.id, organization, customerId }}
    />
  )
}

function OrderNewPage({ place }: { place: OrderNewPlace }) {
  const flow = useOrderNew(place)
  const state = useSelector(flow, (snapshot) => snapshot)
  const { placedOrder } = state.context
  const content = () => {
    if (state.matches('failed')) {
      const retry = () => flow.send({ type: 'order.retry' })
      return <ErrorState message={errorMessage(state.context.error)} onRetry={retry} />
    }
    if ((state.matches('placed') || state.matches('placedBefore')) && placedOrder)
      return (
        <Suspense fallback={<LoadingState />}>
          <OrderPlaced order={placedOrder} isNow={state.matches('placed')} />
        </Suspense>
      )
    if (state.matches('ended')) {
      const actions = [toList, <ActionLink key="another" action={newOrder} row={null} />]
      return <EmptyState title="This draft has been discarded" level={2} actions={actions} />
    }
    return state.matches('open') ? <OrderNewForm flow={flow} /> : <LoadingState />
  }
  return (
    <>
      <PageHeader
        title="New order"
        within="Orders"
        back={<BackLink to="/orders" />}
        description="What you type is kept as a draft: you can leave and come back."
      />
      {content()}
    </>
  )
}
