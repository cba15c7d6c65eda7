import { createFileRoute } from '@tanstack/react-router'
import { PublicPending } from '../screens/layout/PublicPending'
import { lazyPage } from '../wiring/lazyPage'

export const Route = createFileRoute('/pay/$token')({
  loader: async ({ context, params }) =>
    (await import('../wiring/resources/payments')).loadPayment(context.app, params.token),
  pendingMs: 200,
  pendingComponent: PublicPending,
  component: lazyPage(() => import('../screens/payments/PaymentScreen')),
  errorComponent: lazyPage(() => import('../screens/payments/PaymentFailure')),
})
