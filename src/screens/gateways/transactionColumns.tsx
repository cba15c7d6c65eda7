import { Link } from '@tanstack/react-router'
import { transactionList } from '../../../contract/lists/transactions'
import { signedAmount } from '../../../contract/rules/amounts'
import type { Transaction } from '../../../contract/transactions'
import { formatMoney, statusText } from '../../components/base/format'
import { listColumns } from '../../components/table/columns'
import { OrderStatus } from '../orders/orderStatus'
import { GatewayLink } from './GatewayLink'

const column = listColumns(transactionList)

const orderNumber = ({ orderId, orderNumber: number }: Transaction) => (number ? `#${number}` : orderId || '-')

const unsorted = { sortable: false }

const linkedOrder = {
  cell: (transaction: Transaction) =>
    transaction.orderId ? (
      <Link to="/orders/$orderId" params={{ orderId: transaction.orderId }}>
        {orderNumber(transaction)}
      </Link>
    ) : (
      orderNumber(transaction)
    ),
  opensRow: true,
  card: {},
}
const type = { cell: (transaction: Transaction) => statusText(transaction.type) || '-', card: {} }
const status = { cell: (transaction: Transaction) => <OrderStatus status={transaction.status} />, card: {} }
const amount = { cell: (transaction: Transaction) => formatMoney(signedAmount(transaction)), card: {} }

const date = column('createdAt')
const end = [column('reference'), column('failureMessage', { wraps: true })]
const middle = [column('type', type), column('status', status), column('amount', amount)]

/** What a backend of the twenty calls tells of money that moved. */
export const plainColumns = [
  date,
  column('orderNumber', { cell: orderNumber, card: {} }),
  ...middle,
  column('gatewayName'),
  ...end,
]

export const linkedColumns = [
  date,
  column('orderNumber', linkedOrder),
  ...middle,
  column('gatewayName', {
    cell: ({ gatewayInstanceId, gatewayName, taken }) =>
      gatewayInstanceId && gatewayName ? (
        <GatewayLink id={gatewayInstanceId} name={gatewayName} />
      ) : (
        gatewayName || (taken === 'elsewhere' ? 'Elsewhere' : '-')
      ),
  }),
  ...end,
]

/** Those of one gateway, the newest first. */
export const columnsOfGateway = [
  column('createdAt', unsorted),
  column('orderNumber', { ...linkedOrder, ...unsorted }),
  column('type', { ...type, ...unsorted }),
  column('status', { ...status, ...unsorted }),
  column('amount', { ...amount, ...unsorted }),
  column('failureMessage', { wraps: true }),
]
