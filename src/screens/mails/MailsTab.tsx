import { getRouteApi } from '@tanstack/react-router'
import Eye from 'lucide-react/icons/eye'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { useMemo } from 'react'
import { type Mail } from '../../../contract/extensions/mails'
import { mailList } from '../../../contract/lists/mails'
import type { OpenEvent } from '../../../machines/flows'
import { whyNot } from '../../../machines/lives/life'
import { mailLife } from '../../../machines/lives/mailLife'
import type { MenuEntry } from '../../components/base/menuEntry'
import { listColumns } from '../../components/table/columns'
import { listFilters } from '../../components/table/listFilters'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useWorkspace } from '../../app/context'
import { useFlowAtAddress } from '../../app/useFlowAtAddress'
import { OrderLink } from '../layout/OrderLink'
import { MailLink } from './MailLink'
import { MailState } from './MailState'

const route = getRouteApi('/_signedIn/settings/')

const column = listColumns(mailList)

const columns = [
  column('subject', { cell: (mail) => <MailLink mail={mail} /> }),
  column('to', { card: {} }),
  column('state', { cell: ({ state }) => <MailState state={state} />, card: {} }),
  column('order', { cell: ({ order }) => (order ? <OrderLink order={order} /> : '-') }),
  column('tries'),
  column('error'),
  column('pluginName'),
  column('createdAt', { card: { before: 'Written' } }),
]

const filters = listFilters(mailList, {})

const entriesOf = ({ state }: Mail): readonly MenuEntry[] => [
  { id: 'view', label: 'View', icon: <Eye aria-hidden="true" /> },
  {
    id: 'retry',
    label: 'Retry',
    icon: <RotateCw aria-hidden="true" />,
    reason: whyNot(mailLife, state, { type: 'retry' }),
  },
]

const parameters = ['mailId']

/** Every mail of an organization's orders, with how far it is (ML-03). */
export default function MailsTab() {
  const workspace = useWorkspace()
  const navigate = route.useNavigate()
  const { mailId } = route.useSearch()
  const panel = useMemo(
    (): OpenEvent | undefined => (mailId ? { type: 'open.mailShow', input: { of: 'mails', id: mailId } } : undefined),
    [mailId],
  )
  useFlowAtAddress(panel, parameters)
  const rowActions = useMemo(
    () => ({
      label: ({ subject }: Mail) => `Actions for ${subject}`,
      items: entriesOf,
      onSelect: (action: string, { id }: Mail) => {
        if (action === 'retry')
          workspace.send({ type: 'open.mailStep', input: { id, asked: { of: 'mails', step: 'retry' } } })
        else void navigate({ search: (before) => ({ ...before, mailId: id }), resetScroll: false })
      },
    }),
    [navigate, workspace],
  )
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
