import type { Fault } from '../exchange'
import { fault, textOf } from '../make'
import { recordsAs, rowsAs } from '../selling'

type Fields = Record<string, unknown>

/** Gives the rows of some lists another look. */
const listed = (resource: string, change: (row: Fields) => Fields) =>
  rowsAs('search', (rows, exchange) => (textOf(exchange, 'resource') === resource ? rows.map(change) : rows))

const isPacked = (row: Fields) => row['status'] === 'shipped' || row['status'] === 'delivered'

/** What one list tells of a sale and another does not. */
export const agreement: Fault[] = [
  fault(
    'lines-of-cancelled-orders-open',
    'what was sold by an order that was cancelled is listed as open',
    listed('orderLines', (row) => (row['status'] === 'cancelled' ? { ...row, status: 'open' } : row)),
  ),
  fault(
    'parcels-ordered-when-packed',
    'a parcel is listed as ordered when it was packed',
    listed('fulfillments', (row) => ({ ...row, orderedAt: '2026-01-02T03:04:05.000Z' })),
  ),
  fault(
    'parcels-of-delivered-orders-open',
    'the order of a parcel that has arrived is listed as open',
    listed('fulfillments', (row) => ({ ...row, orderStatus: isPacked(row) ? 'open' : row['orderStatus'] })),
  ),
  fault(
    'declined-orders-not-told',
    'an order whose last card was declined does not say so',
    recordsAs('orders.get', (record) => ({ ...record, lastAttempt: null })),
  ),
  fault(
    'links-made-alone-told',
    'how far a customer has come with a link is not told beyond that it was opened',
    listed('orders', (row) => ({ ...row, linkReached: row['linkReached'] === null ? null : 'opened' })),
  ),
  fault(
    'unpaid-and-overpaid-are-paid',
    'what was given back in part is listed as paid',
    listed('orders', (row) =>
      row['paymentStatus'] === 'partially_refunded' ? { ...row, paymentStatus: 'paid' } : row,
    ),
  ),
  fault(
    'gateways-named-by-their-kind',
    'what a gateway has taken is listed by its kind',
    listed('transactions', (row) => ({ ...row, gatewayName: row['gatewayName'] && 'Sandbox' })),
  ),
  fault(
    'stock-of-offers-as-they-began',
    'an offer tells as much in stock as its product never has',
    listed('offers', (row) => ({ ...row, productStatus: 'active', productStock: Number(row['productStock']) + 1 })),
  ),
  fault(
    'order-refundable-whole',
    'as much of an order can be refunded as was ever paid for it',
    recordsAs('orders.get', (record) =>
      'paidTotal' in record ? { ...record, refundable: record['paidTotal'] } : record,
    ),
  ),
  fault(
    'order-without-given-up-parcels',
    'an order that is read alone lacks the parcels that were given up',
    recordsAs('orders.get', (record) => ({
      ...record,
      fulfilments: (Array.isArray(record['fulfilments']) ? (record['fulfilments'] as Fields[]) : []).filter(
        ({ status }) => status !== 'cancelled',
      ),
    })),
  ),
  fault(
    'attempts-without-an-end',
    'of an attempt to pay it is not told when it ended',
    recordsAs('orders.payments', (record) => ({
      ...record,
      attempts: (Array.isArray(record['attempts']) ? (record['attempts'] as Fields[]) : []).map((one) => ({
        ...one,
        endedAt: null,
      })),
    })),
  ),
]
