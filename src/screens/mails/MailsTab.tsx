import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Mail } from '../../../contract/extensions/mails'
import { mailList } from '../../../contract/lists/mails'
import { listColumns } from '../../components/table/columns'
import { listFilters } from '../../components/table/listFilters'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useFlowAtAddress } from '../../app/useFlowAtAddress'
import { OrderLink } from '../layout/OrderLink'
import { exporting } from '../listExports/exporting'
import { mailActions, mailPanel } from './actions'
import { mailKind } from '../../../contract/rules/mailKinds'
import { MailLink } from './MailLink'
import { MailState } from './MailState'

const route = getRouteApi('/_signedIn/settings/')

const column = listColumns(mailList)

const columns = [
  column('subject', { cell: (mail) => <MailLink mail={mail} />, size: 250 }),
  column('event', { cell: mailKind, card: {} }),
  column('to', { card: {} }),
  column('state', { cell: ({ state }) => <MailState state={state} />, card: {} }),
  column('error', { size: 220 }),
  column('createdAt', { card: { before: 'Written' } }),
  column('order', { cell: ({ order }) => (order ? <OrderLink order={order} /> : '-') }),
  column('tries'),
  column('pluginName'),
]

const filters = listFilters(mailList, {})

const rowActions = { label: ({ subject }: Mail) => `Actions for ${subject}`, actions: mailActions }
const parameters = ['mailId']
const toolbar = exporting(mailList)

/** Every mail that is sent for an organization, with how far it is (ML-03). */
export default function MailsTab() {
  const { mailId } = route.useSearch()
  const panel = useMemo(() => mailPanel(mailId), [mailId])
  useFlowAtAddress(panel, parameters)
  return (
    <ResourceTable
      resource="mails"
      label="Mails"
      columns={columns}
      failure="Error fetching mails"
      filters={filters}
      rowActions={rowActions}
      toolbar={toolbar}
    />
  )
}
