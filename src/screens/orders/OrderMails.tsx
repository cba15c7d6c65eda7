import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { Mail } from '../../../contract/extensions/mails'
import type { OrderRecord } from '../../../contract/extensions/orders'
import { ActionButton } from '../../components/actions/ActionButton'
import { Card } from '../../components/base/Card'
import { ErrorState } from '../../components/base/ErrorState'
import { formatCount } from '../../components/base/format'
import { LoadingState } from '../../components/base/LoadingState'
import { Moment } from '../../components/base/Moment'
import { Row } from '../../components/base/Row'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { SimpleTable } from '../../components/layout/SimpleTable'
import { useApp, useSession } from '../../app/context'
import { mostOrderMails, readOrderMails } from '../../data/resources/mails'
import { useList } from '../../data/useList'
import { sendingOf } from '../mails/actions'
import { MailState } from '../mails/MailState'

/** The mails that were written to the customer of an order, the newest first, and how far each is (OR-02). */
export function OrderMails({ order: { id, customer } }: { order: OrderRecord }) {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('orderMails', readOrderMails(api, organizationId, id))
  const state = useSelector(list, (snapshot) => snapshot)
  const { rows, total } = state.context
  return (
    <Card title="Mails">
      {state.matches('loading') ? (
        <LoadingState />
      ) : state.matches('failed') ? (
        <ErrorState message="Error fetching mails" onRetry={() => list.send({ type: 'list.retry' })} />
      ) : rows.length === 0 ? (
        <Text tone="muted">
          {customer.email ? 'No mail has been sent yet.' : 'This customer has no email address, so no mail is sent.'}
        </Text>
      ) : (
        <MailTable mails={rows} />
      )}
      {total > mostOrderMails && <Text tone="muted">And {formatCount(total - mostOrderMails)} before them.</Text>}
    </Card>
  )
}

function MailTable({ mails }: { mails: readonly Mail[] }) {
  return (
    <SimpleTable
      label="Mails"
      columns={['Mail', 'State']}
      rows={mails.map((mail) => ({
        id: mail.id,
        cells: [
          <Stack key="mail" gap="none">
            <Link to="/settings" search={{ tab: 'mails', mailId: mail.id }}>
              {mail.subject || 'No subject'}
            </Link>
            <Text tone="muted" size="sm">
              <Moment iso={mail.createdAt} /> to {mail.to || '-'}
            </Text>
            {mail.error && (
              <Text tone="danger" size="sm">
                {mail.error}
              </Text>
            )}
          </Stack>,
          <Row key="state" justify="end">
            <SendingButton mail={mail} />
            <MailState state={mail.state} />
          </Row>,
        ],
      }))}
      totals={[]}
    />
  )
}

function SendingButton({ mail }: { mail: Mail }) {
  const sending = sendingOf(mail)
  if (!sending) return null
  return (
    <ActionButton
      action={sending}
      row={mail}
      size="sm"
      aria-label={`${mail.state === 'held' ? 'Send' : 'Retry'}: ${mail.subject ?? 'No subject'}`}
    />
  )
}
