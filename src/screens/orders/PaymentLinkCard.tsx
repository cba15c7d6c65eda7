import { useSelector } from '@xstate/react'
import { Suspense, useId, useState } from 'react'
import { orderNew } from '../../../styled-system/recipes/order-new'
import type { OrderRecord } from '../../../contract/extensions/orders'
import type { OrderPayments } from '../../../contract/extensions/payments'
import type { PaymentLinkOut } from '../../../contract/paymentLinks'
import { isAnotherOffered, isLinkOut, linkTold } from '../../../contract/rules/linkTold'
import { unansweredText } from '../../../machines/factories/unanswered'
import { ActionButton } from '../../components/actions/ActionButton'
import { useAction } from '../../components/actions/useAction'
import { Alert } from '../../components/base/Alert'
import { Badge, type BadgeTone } from '../../components/base/Badge'
import { Card } from '../../components/base/Card'
import { Moment } from '../../components/base/Moment'
import { Row } from '../../components/base/Row'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { takeFocus } from '../../components/form/placed'
import { type LinkActors, linkUrlOf } from '../../data/resources/orders'
import { useOnScreen } from '../../app/onScreen'
import { useFocusKept } from '../../browser/useFocusKept'
import { CopyByHand, GatewayChoice } from './lazyParts'
import { copyPaymentLink, endPaymentLink, paymentLinkActions, sendPaymentLink } from './paymentLinkActions'
import { usePaymentLink } from './usePaymentLink'

const tones: Readonly<Record<string, BadgeTone>> = {
  paid: 'green',
  declined: 'red',
  action_required: 'amber',
  paying: 'blue',
  opened: 'blue',
}

/** What is read out to the customer, digit by digit: the largest thing on the screen (NO-06). */
function PayCode({ payCode, payCodePage }: Pick<PaymentLinkOut, 'payCode' | 'payCodePage'>) {
  if (!payCodePage) return null
  if (!payCode) return <Text tone="muted">There is no code to read out, as the customer has no phone number.</Text>
  const styles = orderNew()
  return (
    <div className={styles.code} role="group" aria-label="Code to read out">
      <Text tone="muted" size="sm">
        Code to read out
      </Text>
      <strong>{payCode}</strong>
      <Text tone="muted" size="sm">
        They type it at {payCodePage.replace(/^https?:\/\//, '')}, with the last four digits of their phone number.
      </Text>
    </div>
  )
}

interface PaymentLinkCardProps {
  order: Pick<OrderRecord, 'id' | 'status'> & { customer: Pick<OrderRecord['customer'], 'email'> }
  payments: OrderPayments
  isBegun?: boolean | undefined
  /** Why nothing can be done about it, whatever the order is. */
  closed?: string | undefined
  /** What makes and ends its links, where that is not its own organization. */
  actors?: LinkActors | undefined
}

/** The link that a customer pays by, how far they are with it, and what to say to them (LV-02, NO-06, OR-02). */
export function PaymentLinkCard({ order, payments, isBegun, closed, actors }: PaymentLinkCardProps) {
  const flow = usePaymentLink(order.id, actors)
  const state = useSelector(flow, (snapshot) => snapshot)
  const reasonsId = useId()
  useFocusKept(state.hasTag('busy'))
  const uncertain = unansweredText(state.context)
  const { link } = payments
  const linkUrl = linkUrlOf(link?.id)
  const told = link && linkTold(link)
  const isOut = isLinkOut(link)
  const isBusy = state.hasTag('busy')
  const is = (...steps: Parameters<typeof state.matches>[0][]) => steps.some((step) => state.matches(step))
  const [chosen, setChosen] = useState<string>()
  const row = { order, payments, flow, chosen, closed, linkId: linkUrl && isOut ? link?.id : undefined }
  useOnScreen(paymentLinkActions, row)
  const { reason: noMail } = useAction(sendPaymentLink, row)
  const { reason: noLink } = useAction(copyPaymentLink, row)
  const { reason: noEnd } = useAction(endPaymentLink, row)
  const reasons = [...new Set([noMail, noLink, noEnd])].filter((reason) => reason !== undefined)
  const shown = { row, reasonId: reasonsId, disabled: isBusy }
  const hasEmail = Boolean(order.customer.email)
  const begun = (isPrimary: boolean) => ({
    variant: isPrimary ? ('solid' as const) : ('outline' as const),
    ref: isPrimary && isBegun ? takeFocus : undefined,
  })
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
      {link && isOut && <PayCode {...link} />}
      {link && isOut && (
        <Text tone="muted" size="sm">
          It expires on <Moment iso={link.expiresAt} />.
        </Text>
      )}
      {state.matches('shown') && linkUrl && isOut && (
        <Suspense>
          <CopyByHand url={linkUrl} />
        </Suspense>
      )}
      {uncertain && <Alert tone="amber">{uncertain}</Alert>}
      {payments.gateways && isAnotherOffered(payments.gateways) && (
        <Suspense>
          <GatewayChoice gateways={payments.gateways} chosen={chosen} onChoose={setChosen} isBusy={isBusy} />
        </Suspense>
      )}
      <Row>
        <ActionButton {...shown} {...begun(hasEmail)} action={sendPaymentLink} busy={is('mailing', 'mailUnanswered')} />
        <ActionButton
          {...shown}
          {...begun(!hasEmail)}
          action={copyPaymentLink}
          busy={is('making', 'makeUnanswered', 'copying')}
        />
        <ActionButton {...shown} action={endPaymentLink} busy={state.matches('ending')} />
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
