import type { ListedCall } from '../callRows'
import { type Customer, customerName } from '../customers'
import { callList } from '../lists/calls'
import { columnLabels } from '../lists/description'
import { campaignList } from '../lists/campaigns'
import { customerList } from '../lists/customers'
import { fulfilmentList } from '../lists/fulfilments'
import { offerList } from '../lists/offers'
import { orderLineList } from '../lists/orderLines'
import { orderList } from '../lists/orders'
import { productList } from '../lists/products'
import { transactionList } from '../lists/transactions'
import { type Order, orderName } from '../orders'
import type { ExportedList } from '../extensions/listExports'
import { signedAmount } from './amounts'
import { type SheetColumn, type SheetKind, textCells, workbookCells } from './sheets'

type Row = Readonly<Record<string, unknown>>

type Columns = Readonly<Record<string, { kind: SheetKind | 'record'; label: string }>>

/** What the list's description leaves to its screen, as none of it can be sorted by. */
const kindsOfCalls = {
  createdAt: callList.columns.createdAt.kind,
  customerName: 'text',
  agentName: 'text',
  campaignName: 'text',
  offerName: 'text',
  outcome: 'status',
  disposition: 'status',
  orderNumber: 'text',
  secondsToPaid: callList.columns.secondsToPaid.kind,
} as const satisfies Partial<Record<keyof ListedCall, SheetKind>>
const callLabels: Readonly<Record<string, string>> = { ...columnLabels(callList), secondsToPaid: 'Until paid (s)' }
const callColumns: Columns = Object.fromEntries(
  Object.entries(kindsOfCalls).map(([name, kind]) => [name, { kind, label: callLabels[name] ?? name }]),
)

const columnsOf: Readonly<Record<ExportedList, Columns>> = {
  orders: orderList.columns,
  orderLines: orderLineList.columns,
  customers: customerList.columns,
  transactions: transactionList.columns,
  products: productList.columns,
  offers: offerList.columns,
  campaigns: campaignList.columns,
  fulfillments: fulfilmentList.columns,
  calls: callColumns,
}

const numbered = ({ orderNumber }: Row) =>
  typeof orderNumber === 'string' || typeof orderNumber === 'number' ? `#${orderNumber}` : null

/** What a column shows that is more than its field. */
const special: Readonly<Record<ExportedList, Readonly<Record<string, (row: Row) => unknown>>>> = {
  orders: { number: (row) => orderName(row as Order) },
  orderLines: { orderNumber: numbered },
  customers: { name: (row) => customerName(row as Customer) },
  transactions: { orderNumber: numbered, amount: (row) => signedAmount(row) ?? null },
  products: {},
  offers: {},
  campaigns: {},
  fulfillments: { orderNumber: numbered },
  calls: { orderNumber: numbered },
}

/** The lists whose rows say in which currency they are; amounts of the others are in the organization's. */
const priced: ReadonlySet<ExportedList> = new Set(['orders', 'orderLines', 'transactions'])
/** What has no amounts has no currency. */
const hasAmounts = (resource: ExportedList) => Object.values(columnsOf[resource]).some(({ kind }) => kind === 'money')

/** Where an export is read. */
export interface ExportPlace {
  currency: string
  timeZone: string
}

/** The fields of a row that its line is made of. */
export const exportFields = (resource: ExportedList): string[] => [
  'id',
  ...Object.keys(columnsOf[resource]),
  ...(priced.has(resource) ? ['currency'] : []),
]

/** The columns of a list as a file: those of the screen, the zone at dates, and the currency of amounts at the end. */
export const exportColumns = (resource: ExportedList, { timeZone }: ExportPlace): SheetColumn[] => [
  ...Object.values(columnsOf[resource]).map(({ kind, label }): SheetColumn => ({
    head: kind === 'moment' ? `${label} (${timeZone})` : label,
    // No list that is exported has a record in a column.
    kind: kind === 'record' ? 'text' : kind,
  })),
  ...(hasAmounts(resource) ? [{ head: 'Currency', kind: 'text' as const }] : []),
]

/** What is the same for every row is looked up before the first one. */
function lineOf<Cell>(resource: ExportedList, currency: string, write: (kind: SheetKind, value: unknown) => Cell) {
  const cells = Object.entries(columnsOf[resource]).map(([name, column]) => {
    const kind = column.kind === 'record' ? 'text' : column.kind
    const valueOf = special[resource][name] ?? ((row: Row) => row[name])
    return (row: Row) => write(kind, valueOf(row))
  })
  if (hasAmounts(resource)) cells.push((row) => write('text', row['currency'] ?? currency))
  return (row: Row): Cell[] => cells.map((cell) => cell(row))
}

/** How a row of the list is written, cell by cell, in a file of text. */
export const exportLine = (resource: ExportedList, { currency, timeZone }: ExportPlace) =>
  lineOf(resource, currency, textCells(timeZone))

/** How it is kept in a workbook. */
export const exportRow = (resource: ExportedList, { currency, timeZone }: ExportPlace) =>
  lineOf(resource, currency, workbookCells(timeZone))
