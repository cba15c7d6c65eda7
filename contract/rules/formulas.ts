import type { Measure } from './measures'

/** What each figure is, in words (RP-02). */
export const formulas: Readonly<Record<Measure, string>> = {
  sales:
    'The totals of the orders placed in the period, with shipping and tax. Cancelled and expired orders are left out.',
  orders: 'How many orders were placed in the period. Cancelled and expired orders are left out.',
  averageOrder: 'Sales, divided by orders.',
  tax: 'The tax in the totals of the orders placed in the period. Cancelled and expired orders are left out.',
  itemSales:
    'The lines of the orders placed in the period, with their shipping and tax. Cancelled and expired orders are left out.',
  units: 'The quantities of the lines of the orders placed in the period. Cancelled and expired orders are left out.',
  revenueBySale:
    'What was paid for the orders placed in the period, whenever it was paid, less what was refunded of them.',
  refundsBySale: 'What was refunded of the orders placed in the period, whenever it was refunded.',
  links:
    'For how many of the orders placed in the period a payment link was made: mailed, copied or read out, once or more often. Cancelled and expired orders are counted as well.',
  linksOpened: 'For how many of the orders placed in the period a payment link was opened, whenever that was.',
  linksTried: 'For how many of the orders placed in the period somebody has tried to pay by a link, whenever that was.',
  linksPaid: 'How many of the orders placed in the period were paid by a link, whenever that was.',
  paidShareOfLinks: 'Links paid, divided by links made.',
  calls:
    'The calls begun in the period in which somebody was talked to who could have bought, or something was sold. The campaign and the offer are those of the order, or of what was typed during the call.',
  soldCalls: 'The calls begun in the period in which an order was placed.',
  soldShareOfCalls:
    'Calls that sold, divided by calls that count. By campaign it tells how its script does, and by offer how the offer does that was put first.',
  paidCalls: 'The calls begun in the period whose order was paid by a link, whenever that was.',
  ringToPaid:
    'The median: of the calls begun in the period whose order was paid by a link, half were paid within this time of their first ring.',
  ringToPaidMost:
    'The 90th percentile: of the calls begun in the period whose order was paid by a link, nine in ten were paid within this time of their first ring.',
  revenue: 'What was paid in the period, less what was refunded in it, whenever the orders were placed.',
  charged: 'What was paid in the period, whenever the orders were placed.',
  refunds: 'What was refunded in the period, whenever the orders were placed.',
  approvalRate:
    'Payments by gateways that succeeded in the period, divided by those that succeeded or were declined; those of imported orders are left out.',
  declines: 'How many payments were declined in the period.',
}
