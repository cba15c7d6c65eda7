import type { ListedCall } from '../callRows'
import { type Customer, customerName } from '../customers'
import type { BulkJob, BulkRow } from '../extensions/bulkJobs'
import type { ExportedList } from '../extensions/listExports'
import type { WebhookTry } from '../extensions/webhooks'
import { callList } from '../lists/calls'
import { columnLabels, type ListDescription } from '../lists/description'
import { type ReceivedCampaign, receivedCampaignList } from '../lists/receivedCampaigns'
import { listNamed } from '../lists/tables'
import { type Order, orderName } from '../orders'
import { signedAmount } from './amounts'
import type { BulkOutcome, BulkPass } from './bulkJobs'
import { changeText, jobTitle, outcomeWords, tallyText, waitingWord, type Written } from './bulkTexts'
import type { SharedRight } from './collaborations'
import { mailKind } from './mailKinds'
import { memberName } from './members'
import { itemsText, onSaleText, receivedName, rightTexts } from './partnerTexts'
import { type SheetColumn, type SheetKind, textCells, workbookCells } from './sheets'
import { eventText, tryText } from './webhookTexts'

type Row = Readonly<Record<string, unknown>>

type Columns = ListDescription['columns']

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

/** What the screen says otherwise than by a column: beside the payment of an order, whether it was cancelled. */
const besides: Readonly<Partial<Record<ExportedList, Columns>>> = {
  orders: { status: { kind: 'status', label: 'Status' } },
  members: { hasTwoSteps: { kind: 'status', label: 'Two steps' } },
  // Each in the currency of whoever shares.
  soldOrders: {
    number: { kind: 'text', label: 'Order' },
    status: { kind: 'status', label: 'Status' },
    currency: { kind: 'text', label: 'Currency' },
  },
}

/** What is shared stands below the organization's own campaigns, and has no table of its own. */
const described = (resource: ExportedList): ListDescription | undefined =>
  resource === 'receivedCampaigns' ? receivedCampaignList : listNamed(resource)

const columnsOf = (resource: ExportedList): Columns =>
  resource === 'calls' ? callColumns : { ...described(resource)?.columns, ...besides[resource] }

/** What a list calls its words where it calls them otherwise than they are written. */
const wordsOf = (resource: ExportedList, column: string) => described(resource)?.filters[column]?.words

const plainly: Written = { count: String, amount: (value) => value.toFixed(2) }

const numbered = ({ orderNumber }: Row) =>
  typeof orderNumber === 'string' || typeof orderNumber === 'number' ? `#${orderNumber}` : null

/** What a column shows that is more than its field. */
const special: Readonly<Partial<Record<ExportedList, Readonly<Record<string, (row: Row) => unknown>>>>> = {
  orders: { number: (row) => orderName(row as Order) },
  orderLines: { orderNumber: numbered },
  customers: { name: (row) => customerName(row as Customer) },
  transactions: { orderNumber: numbered, amount: (row) => signedAmount(row) ?? null },
  fulfillments: { orderNumber: numbered },
  calls: { orderNumber: numbered },
  collaborations: { state: ({ state, isExpired }) => (isExpired === true ? 'expired' : state) },
  members: { name: (row) => memberName(row), hasTwoSteps: ({ hasTwoSteps }) => (hasTwoSteps ? 'On' : 'None') },
  mails: { event: (row) => mailKind(row), order: numbered },
  bulkJobs: {
    action: (row) => jobTitle(row as BulkJob, plainly),
    ran: (row) => tallyText(row as BulkJob, String),
  },
  bulkRows: {
    outcome: ({ pass, outcome }) => (outcome ? outcomeWords[pass as BulkPass][outcome as BulkOutcome] : waitingWord),
    after: (row) => changeText(row as BulkRow, plainly),
  },
  receivedCampaigns: {
    name: (row) => receivedName(row as ReceivedCampaign),
    status: (row) => onSaleText(row),
    right: ({ right }) => (right ? rightTexts[right as SharedRight] : null),
  },
  soldOrders: {
    number: (row) => orderName(row as Order),
    customerName: ({ customerName: name, customerEmail }) => name || customerEmail,
    items: (row) => itemsText(row),
  },
  webhooks: {
    event: (row) => eventText(row['event'] as string),
    lastTry: (row) => tryText(row['lastTry'] as WebhookTry | null),
  },
}

/** The lists whose rows say in which currency they are; amounts of the others are in the organization's. */
const priced: ReadonlySet<ExportedList> = new Set(['orders', 'orderLines', 'transactions'])
/** What has no amounts has no currency. */
const hasAmounts = (resource: ExportedList) => Object.values(columnsOf(resource)).some(({ kind }) => kind === 'money')

/** Where an export is read. */
export interface ExportPlace {
  currency: string
  timeZone: string
}

/** The fields of a row that its line is made of. */
export const exportFields = (resource: ExportedList): string[] => [
  'id',
  ...Object.keys(columnsOf(resource)),
  ...(priced.has(resource) ? ['currency'] : []),
]

/** The columns of a list as a file: those of the screen and what it says besides, the zone at dates, and the currency of amounts at the end. */
export const exportColumns = (resource: ExportedList, { timeZone }: ExportPlace): SheetColumn[] => [
  ...Object.values(columnsOf(resource)).map(({ kind, label }): SheetColumn => ({
    head: kind === 'moment' ? `${label} (${timeZone})` : label,
    // Of a record in a column the name is written.
    kind: kind === 'record' ? 'text' : kind,
  })),
  ...(hasAmounts(resource) ? [{ head: 'Currency', kind: 'text' as const }] : []),
]

/** What is the same for every row is looked up before the first one. */
function lineOf<Cell>(resource: ExportedList, currency: string, write: (kind: SheetKind, value: unknown) => Cell) {
  const cells = Object.entries(columnsOf(resource)).map(([name, column]) => {
    const kind = column.kind === 'record' ? 'text' : column.kind
    const words = wordsOf(resource, name)
    const valueOf = special[resource]?.[name] ?? ((row: Row) => row[name])
    return (row: Row) => {
      const value = valueOf(row)
      return write(kind, (typeof value === 'string' && words?.[value]) || value)
    }
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
