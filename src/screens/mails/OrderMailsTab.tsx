import type { OrderMail } from '../../../contract/extensions/orderMails'
import { Badge } from '../../components/base/Badge'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { columnsOf } from '../../components/table/columns'
import { RowsTable } from '../../components/table/RowsTable'
import { useApp, useSession } from '../../app/context'
import { readOwnMails } from '../../data/resources/mails'
import { useList } from '../../data/useList'
import { useShownList } from '../../data/useShownList'
import { orderMailActions } from './actions'
import { orderMailKinds } from '../../../contract/rules/mailKinds'

const { text, shown } = columnsOf<OrderMail>()
const fixed = { sortable: false }

const nameOf = ({ event }: OrderMail) => orderMailKinds[event].name

const columns = [
  shown('event', 'Mail', nameOf, fixed),
  shown('when', 'Sent when', ({ event }) => orderMailKinds[event].when, { ...fixed, card: {} }),
  text('subject', 'Subject', { ...fixed, card: {} }),
  shown('isOriginal', 'Text', ({ isOriginal }) => (isOriginal ? 'Original' : 'Your own'), fixed),
  shown('enabled', 'State', (mail) => <OrderMailState {...mail} />, { ...fixed, card: {} }),
]

function OrderMailState({ enabled }: OrderMail) {
  return (
    <Badge tone={enabled === false ? 'neutral' : 'green'} mark="dot">
      {enabled === false ? 'Off' : 'On'}
    </Badge>
  )
}

const rowActions = { label: (mail: OrderMail) => `Actions for ${nameOf(mail)}`, actions: orderMailActions }

/** What is sent of orders whose campaign has no auto-responder for what happened (ML-04). */
export default function OrderMailsTab() {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('orderMails', readOwnMails(api, organizationId))
  const shownList = useShownList('orderMails', list, () => 'Error fetching order mails')
  return (
    <Stack>
      <Text tone="muted">
        Customers get these where the campaign has no auto-responder of its own for what happened.
      </Text>
      <RowsTable label="Order mails" columns={columns} {...shownList} rowActions={rowActions} />
    </Stack>
  )
}
