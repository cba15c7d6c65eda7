import type { CallRecord } from '../../../contract/extensions/calls'
import { whyNotImported } from '../../../contract/rules/importedOrders'
import { leadingTo, type LinkAction, type WriteAction } from '../../components/actions/recordAction'
import { toDelete } from '../records/actions'

/** A new order, taken on the phone (NO-01); for nobody yet, or for whom it is known. */
const newOrderFor = <Row>(customerIdOf: (row: Row) => string | null | undefined): LinkAction<Row> => ({
  action: 'orders.place',
  label: 'New order',
  primary: true,
  ...leadingTo((row) => {
    const customerId = customerIdOf(row)
    return { to: '/orders/new', search: customerId ? { customerId } : {} }
  }),
})

export const newOrder = newOrderFor<null>(() => undefined)
export const newOrderOfCustomer = newOrderFor(({ id }: { id: string }) => id)
export const newOrderOfCall = newOrderFor(({ customerId }: Pick<CallRecord, 'customerId'>) => customerId)

/** Orders that were placed elsewhere, from a spreadsheet (OR-01). */
const importOrders: WriteAction<null> = {
  action: 'sheetImports.create',
  also: () => ({ action: 'orders.place' }),
  label: 'Import',
  whyNot: (_, membership) => whyNotImported(membership),
  open: (_, { open }) => open({ type: 'open.sheetImport', recordId: 'orders', input: { resource: 'orders' } }),
}

/** What is begun in the list of orders (OR-01). */
export const orderListActions: readonly (LinkAction<null> | WriteAction<null>)[] = [importOrders, newOrder]

/** Gets rid of a new order that was begun (NO-03). */
export const discardDraft: WriteAction<{ id: string; name: string }> = {
  action: 'orderDrafts.discard',
  label: 'Discard draft',
  open: toDelete('orderDrafts', ({ name }) => name),
}
