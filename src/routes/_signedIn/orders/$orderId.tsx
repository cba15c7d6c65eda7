import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../wiring/lazyPage'
import { readExtendedAhead } from '../../../wiring/readAhead'

export const Route = createFileRoute('/_signedIn/orders/$orderId')({
  loader: ({ context: { app }, params: { orderId } }) =>
    readExtendedAhead(app, async () => (await import('../../../wiring/resources/orders')).readOrder(app.api, orderId)),
  component: lazyPage(() => import('../../../screens/orders/OrderScreen')),
})
