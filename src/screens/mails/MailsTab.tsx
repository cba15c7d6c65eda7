import { getRouteApi } from '@tanstack/react-router'
import Eye from 'lucide-react/icons/eye'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { useMemo } from 'react'
import { type Mail } from '../../../contract/extensions/mails'
import type { OpenEvent } from '../../../machines/flows'
import { whyNot } from '../../../machines/lives/life'
import { mailLife } from '../../../machines/lives/mailLife'
import type { MenuEntry } from '../../components/base/menuEntry'
import { columnsOf } from '../../components/table/columns'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useWorkspace } from '../../app/context'
import { useFlowAtAddress } from '../../app/useFlowAtAddress'
import { OrderLink } from '../layout/OrderLink'
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
