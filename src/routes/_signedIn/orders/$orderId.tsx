import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../app/lazyPage'
import { readExtendedAhead } from '../../../data/readAhead'

export const Route = createFileRoute('/_signedIn/orders/$orderId')({
  loader: ({ context: { app }, params: { orderId } }) =>
    readExtendedAhead(app, async () => (await import('../../../data/resources/orders')).readOrder(app.api, orderId)),
  component: lazyPage(() => import('../../../screens/orders/OrderScreen')),
})
