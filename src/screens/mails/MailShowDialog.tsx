import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { MailPreview } from '../../../contract/extensions/autoresponders'
import type { MailRecord } from '../../../contract/extensions/mails'
import type { FlowRef } from '../../../machines/flows'
import { ActionButton } from '../../components/actions/ActionButton'
import { buttonStyle } from '../../components/base/Button'
import { DescriptionList } from '../../components/base/DescriptionList'
import { Moment } from '../../components/base/Moment'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { ViewDialog } from '../../components/overlay/ViewDialog'
import { ResourceRecord } from '../../components/record/ResourceRecord'
import { useApp } from '../../app/context'
import { readMail, readOwnPreview, readPreview } from '../../data/resources/mails'
import { OrderLink } from '../layout/OrderLink'
import { sendingOf } from './actions'
import { MailFrame } from './MailFrame'
import { isOfficeMail, mailKind } from '../../../contract/rules/mailKinds'
import { MailState } from './MailState'

const toList = (
  <Link to="/settings" search={{ tab: 'mails' }} className={buttonStyle({ variant: 'outline' })}>
    Go to mails
  </Link>
)

/** A mail as its receiver sees it: one that was written, or the one that would be (ML-02 to ML-04). */
export default function MailShowDialog({ flow }: { flow: FlowRef<'mailShow'> }) {
  const { of, id } = useSelector(flow, (state) => state.context)
  const { api } = useApp()
  const isPreview = of !== 'mails'
  return (
    <ViewDialog flow={flow} title={isPreview ? 'Preview' : 'Mail'}>
      {isPreview ? (
        <ResourceRecord
          id={id}
          resource="preview"
          read={of === 'orderMails' ? readOwnPreview(api, id) : readPreview(api, id)}
          failure="Error fetching preview"
          noun={of === 'orderMails' ? 'mail' : 'auto-responder'}
          toList={null}
        >
          {(preview) => <PreviewPanel preview={preview} />}
        </ResourceRecord>
      ) : (
        <ResourceRecord
          id={id}
          resource="mails"
          read={readMail(api, id)}
          failure="Error fetching mail"
          noun="mail"
          toList={toList}
        >
          {(mail) => <MailPanel mail={mail} />}
        </ResourceRecord>
      )}
    </ViewDialog>
  )
}

function PreviewPanel({ preview: { from, subject, order, mailHtml } }: { preview: MailPreview }) {
  return (
    <Stack>
      <DescriptionList
        entries={[
          { term: 'From', detail: from },
          {
            term: 'Order',
            detail: order ? <OrderLink order={order} /> : 'An example, as there is no order yet',
          },
          { term: 'Subject', detail: subject, isWide: true },
        ]}
      />
      <MailFrame html={mailHtml} />
    </Stack>
  )
}

function MailPanel({ mail }: { mail: MailRecord }) {
  const { state, error, order, createdAt, deliveredAt } = mail
  const sending = sendingOf(mail)
  return (
    <Stack>
      <DescriptionList
        entries={[
          { term: 'Subject', detail: mail.subject, isWide: true },
          { term: 'Kind', detail: mailKind(mail) },
          { term: 'From', detail: mail.from },
          { term: 'To', detail: mail.to },
          { term: 'State', detail: <MailState state={state} /> },
          { term: 'Tries', detail: mail.tries },
          { term: 'Order', detail: order && <OrderLink order={order} /> },
          { term: 'Email provider', detail: mail.pluginName },
          { term: 'Written', detail: <Moment iso={createdAt} /> },
          { term: state === 'kept' ? 'Kept' : 'Delivered', detail: deliveredAt && <Moment iso={deliveredAt} /> },
          ...(error ? [{ term: 'Error', detail: error, isWide: true }] : []),
        ]}
      />
      {sending && (
        <div>
          <ActionButton action={sending} row={mail} />
        </div>
      )}
      {isOfficeMail(mail) ? <Text tone="muted">{mail.mailText}</Text> : <MailFrame html={mail.mailHtml} />}
    </Stack>
  )
}
