import { type Customer, customerName } from '../customers'
import { customerList } from '../lists/customers'
import type { ListDescription } from '../lists/description'
import { orderList } from '../lists/orders'
import { transactionList } from '../lists/transactions'
import { type Order, orderName } from '../orders'
import type { ExportedList } from '../extensions/listExports'
import { signedAmount } from './amounts'
import { capital } from './capital'

type Cell = string | number | null
type Row = Readonly<Record<string, unknown>>

const described: Readonly<Record<ExportedList, ListDescription>> = {
  orders: orderList,
  customers: customerList,
  transactions: transactionList,
}

/** What a column shows that is more than its field. */
const special: Readonly<Record<ExportedList, Readonly<Record<string, (row: Row) => Cell>>>> = {
  orders: { number: (row) => orderName(row as Order) },
  customers: { name: (row) => customerName(row as Customer) },
  transactions: {
    orderNumber: ({ orderNumber }) =>
      typeof orderNumber === 'string' || typeof orderNumber === 'number' ? `#${orderNumber}` : null,
    amount: (row) => signedAmount(row) ?? null,
  },
}

/** Where an export is read. */
export interface ExportPlace {
  currency: string
  timeZone: string
}

/** The fields of a row that its line is made of. */
export const exportFields = (resource: ExportedList): string[] => [
  'id',
  ...Object.keys(described[resource].columns),
  ...(resource === 'customers' ? [] : ['currency']),
]

/** The heads of a list as a file: those of the screen, the zone at dates, and the currency of amounts at the end. */
export const exportHead = (resource: ExportedList, { timeZone }: ExportPlace): string[] => [
  ...Object.values(described[resource].columns).map(({ kind, label }) =>
    kind === 'moment' ? `${label} (${timeZone})` : label,
  ),
  'Currency',
]

/** How a row of the list is written, cell by cell. */
export function exportLine(resource: ExportedList, { currency, timeZone }: ExportPlace): (row: Row) => Cell[] {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const shown: Readonly<Record<string, (value: unknown) => Cell>> = {
    moment: (value) => (typeof value === 'string' ? clock.format(new Date(value)) : null),
    status: (value) => (typeof value === 'string' ? capital(value.replaceAll('_', ' ')) : null),
  }
  const plain = (value: unknown): Cell => (typeof value === 'string' || typeof value === 'number' ? value : null)
  const columns = Object.entries(described[resource].columns).map(([name, { kind }]) => {
    const write = shown[kind] ?? plain
    return special[resource][name] ?? ((row: Row) => write(row[name]))
  })
  return (row) => [...columns.map((cell) => cell(row)), plain(row['currency']) ?? currency]
}
