import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { OrderRecord } from '../../../contract/extensions/orders'
import type { OrderPayments } from '../../../contract/extensions/payments'
import { isLinkOut, linkTold, whyNoLink } from '../../../contract/rules/linkTold'
import { whyForbidden } from '../../../contract/permissions'
import { Badge, type BadgeTone } from '../../components/base/Badge'
import { Button } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { DescriptionList } from '../../components/base/DescriptionList'
import { Moment } from '../../components/base/Moment'
import { Row } from '../../components/base/Row'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { TextField } from '../../components/form/TextField'
import { useMembership } from '../../app/context'
import { madeLink } from '../../data/resources/orders'
import { useFocusKept } from '../../browser/useFocusKept'
import { usePaymentLink } from './usePaymentLink'

const tones: Readonly<Record<string, BadgeTone>> = {
  paid: 'green',
  declined: 'red',
  action_required: 'amber',
  paying: 'blue',
  opened: 'blue',
}

interface PaymentLinkCardProps {
  order: Pick<OrderRecord, 'id' | 'status' | 'customer'>
  payments: OrderPayments
}

/** The link that a customer pays by, how far they are with it, and what to say to them (LV-02, NO-06, OR-02). */
export function PaymentLinkCard({ order, payments }: PaymentLinkCardProps) {
  const flow = usePaymentLink(order.id)
  const state = useSelector(flow, (snapshot) => snapshot)
  const reasonsId = useId()
  useFocusKept(state.hasTag('busy'))
  const { link } = payments
  const made = madeLink(link?.id)
  const told = link && linkTold(link)
  const isOut = isLinkOut(link)
  const isBusy = state.hasTag('busy')
  const membership = useMembership()
  const noLink =
    whyForbidden(membership, 'orders.createPaymentLink') ?? whyNoLink({ status: order.status, due: payments.due })
  const noMail = noLink ?? (order.customer.email ? undefined : 'This customer has no email address.')
  const noEnd = whyForbidden(membership, 'orders.endPaymentLink') ?? (isOut ? undefined : 'No payment link is out.')
  const reasons = [...new Set([noMail, noLink, noEnd])].filter((reason) => reason !== undefined)
  return (
    <Card title="Payment link">
      <div role="status">
        {told ? (
          <Stack gap="sm">
            <div>
              <Badge tone={tones[link.state] ?? 'neutral'} mark="dot">
                {told.title}
              </Badge>
            </div>
            <Text>Say: “{told.say}”</Text>
          </Stack>
        ) : (
          <Text tone="muted">No payment link has been made yet.</Text>
        )}
      </div>
      {link && isOut && (
        <DescriptionList
          entries={[
            { term: 'Expires', detail: <Moment iso={link.expiresAt} /> },
            ...(made
              ? [
                  {
                    term: 'Code to read out',
                    detail: made.payCode ?? 'None, as the customer has no phone number.',
                  },
                ]
              : []),
          ]}
        />
      )}
      {made?.payCode && isOut && (
        <Text tone="muted" size="sm">
          They type it at {new URL(made.linkUrl).host}/pay, with the last four digits of their phone number.
        </Text>
      )}
      {state.matches('shown') && made && isOut && (
        <TextField
          label="Copy this address by hand"
          name="linkUrl"
          value={made.linkUrl}
          onChange={() => undefined}
          inputProps={{ readOnly: true }}
        />
      )}
      <Row>
        <Button
          variant="solid"
          busy={state.matches('mailing')}
          disabled={isBusy || noMail !== undefined}
          aria-describedby={noMail === undefined ? undefined : reasonsId}
          onClick={() => flow.send({ type: 'link.mail' })}
        >
          Send payment link
        </Button>
        <Button
          busy={state.matches('making') || state.matches('copying')}
          disabled={isBusy || noLink !== undefined}
          aria-describedby={noLink === undefined ? undefined : reasonsId}
          onClick={() => flow.send({ type: 'link.copy', linkId: made && isOut ? link?.id : undefined })}
        >
          Copy link
        </Button>
        <Button
          busy={state.matches('ending')}
          disabled={isBusy || noEnd !== undefined}
          aria-describedby={noEnd === undefined ? undefined : reasonsId}
          onClick={() => flow.send({ type: 'link.end' })}
        >
          End link
        </Button>
      </Row>
      {reasons.length > 0 && (
        <div id={reasonsId}>
          <Text tone="muted" size="sm">
            {reasons.join(' ')}
          </Text>
        </div>
      )}
    </Card>
  )
}
