import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../wiring/lazyPage'
import { readRecordAhead } from '../../../wiring/readAhead'
import { readOrder } from '../../../wiring/resources/orders'

export const Route = createFileRoute('/_signedIn/orders/$orderId')({
  loader: ({ context: { app }, params: { orderId } }) => {
    if (app.config.extensions) readRecordAhead(app, readOrder(app.api, orderId))
  },
  component: lazyPage(() => import('../../../screens/orders/OrderScreen')),
})
