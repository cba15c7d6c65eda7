import { Link } from '@tanstack/react-router'
import { type Order, orderName } from '../../../contract/orders'

/** An order's name, which leads to it (GE-03). */
export const OrderLink = ({ order }: { order: Pick<Order, 'id' | 'number'> }) => (
  <Link to="/orders/$orderId" params={{ orderId: order.id }}>
    {orderName(order)}
  </Link>
)
