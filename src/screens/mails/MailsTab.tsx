import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Mail } from '../../../contract/extensions/mails'
import type { OpenEvent } from '../../../machines/flows'
import { columnsOf } from '../../components/table/columns'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useFlowAtAddress } from '../../app/useFlowAtAddress'
import { OrderLink } from '../layout/OrderLink'
import { mailActions } from './actions'
import { MailLink } from './MailLink'
import { MailState } from './MailState'

const route = getRouteApi('/_signedIn/settings/')

const { text, shown, count, moment } = columnsOf<Mail>()
const fixed = { sortable: false }

const columns = [
  shown('subject', 'Subject', (mail) => <MailLink mail={mail} />, fixed),
  text('to', 'To', { ...fixed, card: {} }),
  shown('state', 'State', ({ state }) => <MailState state={state} />, { ...fixed, card: {} }),
  shown('order', 'Order', ({ order }) => (order ? <OrderLink order={order} /> : '-'), fixed),
  count('tries', 'Tries', fixed),
  text('error', 'Error', fixed),
  text('pluginName', 'Email provider', fixed),
  moment('createdAt', 'Written', { ...fixed, card: { before: 'Written' } }),
]

const filters = [
  {
    name: 'state',
    label: 'State',
    options: [
      { value: 'queued', label: 'Waiting' },
      { value: 'delivered', label: 'Delivered' },
      { value: 'dead', label: 'Given up' },
    ],
  },
]

const rowActions = { label: ({ subject }: Mail) => `Actions for ${subject}`, actions: mailActions }
const parameters = ['mailId']

/** Every mail of an organization's orders, with how far it is (ML-03). */
export default function MailsTab() {
  const { mailId } = route.useSearch()
  const panel = useMemo(
    (): OpenEvent | undefined =>
      mailId ? { type: 'open.mailShow', recordId: mailId, input: { of: 'mails', id: mailId } } : undefined,
    [mailId],
  )
  useFlowAtAddress(panel, parameters)
  return (
    <ResourceTable
      resource="mails"
      label="Mails"
      columns={columns}
      failure="Error fetching mails"
      filters={filters}
      rowActions={rowActions}
    />
  )
}
