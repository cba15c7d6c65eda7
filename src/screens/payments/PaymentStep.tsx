import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { page } from '../../../styled-system/recipes/page'
import { errorMessage } from '../../../contract/client/errors'
import type { Payment } from '../../../contract/extensions/payments'
import { reasonText } from '../../../contract/rules/declineReasons'
import { testCards } from '../../../contract/rules/testCards'
import { Alert } from '../../components/base/Alert'
import { Badge } from '../../components/base/Badge'
import { Button, buttonStyle } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { formatPrice } from '../../components/base/format'
import { Row } from '../../components/base/Row'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { takeFocus } from '../../components/form/placed'
import { SecretField } from '../../components/form/SecretField'
import { SecretForm } from '../../components/form/SecretForm'
import { isBegunHere, judgeCard, payAtGateway, payByCard, type PaymentRef } from './startPayment'
import { useFocusKept } from '../../browser/useFocusKept'

interface StepProps {
  flow: PaymentRef
  payment: Payment
}

/** What the customer can do now, or what is waited for. */
export function PaymentStep({ flow, payment }: StepProps) {
  const state = useSelector(flow, (snapshot) => snapshot)
  const is = (step: 'askedByBank' | 'answeringBank' | 'atGateway' | 'processing' | 'elsewhere' | 'unknown' | 'paid') =>
    state.matches({ open: step })
  if (state.matches({ open: 'notOffered' })) return null
  if (state.matches({ open: 'notPayable' })) return <Alert tone="amber">{payment.whyNot}</Alert>
  if (is('askedByBank') || is('answeringBank')) return <BankQuestion flow={flow} payment={payment} />
  if (is('atGateway')) return <GatewayLink payment={payment} />
  if (is('processing')) {
    return <Alert tone="blue">Your payment is being carried out. This page says when it is done.</Alert>
  }
  if (is('elsewhere')) {
    return (
      <Alert tone="blue">This order is being paid right now, perhaps in another tab. This page says when it is.</Alert>
    )
  }
  if (is('unknown')) {
    return (
      <Alert tone="amber">
        We are asking the bank what became of your payment. Please wait and don’t pay again: you are charged once.
      </Alert>
    )
  }
  if (is('paid')) {
    return (
      <Row>
        <Button onClick={() => flow.send({ type: 'receipt.print' })}>Print receipt</Button>
      </Row>
    )
  }
  return <PayForm flow={flow} payment={payment} />
}

/** Where nothing came of an attempt, such as by a server that went down, no bank has declined anything. */
const whyNotPaid = ({ attempt }: Payment) =>
  attempt?.state === 'expired' ? 'The payment was not carried out.' : attempt?.reason || reasonText(attempt?.reasonCode)

function PayForm({ flow, payment }: StepProps) {
  const state = useSelector(flow, (snapshot) => snapshot)
  const { wrong, refusal } = state.context
  const isBusy = state.hasTag('busy')
  const amount = formatPrice(payment.due, payment.order.currency)
  useFocusKept(isBusy)
  // Said from the first try without an answer until there is one, also during each further try.
  const isSending = state.matches({ open: 'paying' }) || state.matches({ open: 'unanswered' })
  const isSentAgain = isSending && state.context.failures > 0
  // The card itself is nothing that a machine knows, and whose it is follows from it.
  const [brand, setBrand] = useState<string>()
  const styles = page()
  const isAtStripe = payment.gateway?.kind === 'stripe'
  return (
    <Card title="Pay">
      {state.matches({ open: 'declined' }) && (
        <Alert>{whyNotPaid(payment)} Nothing was charged. Try again, or use another card.</Alert>
      )}
      {refusal !== undefined && !isBusy && <Alert>{errorMessage(refusal)}</Alert>}
      {isSentAgain && <Alert tone="amber">No answer yet. It is sent again by itself, and you are charged once.</Alert>}
      {isAtStripe ? (
        <Button variant="solid" size="lg" wide busy={isBusy} onClick={() => payAtGateway(flow)}>
          Pay {amount} at {payment.gateway?.displayName || 'Stripe'}
        </Button>
      ) : (
        <SecretForm
          label="Card"
          isFilledIn
          onType={(form) => setBrand(judgeCard(flow, form))}
          onSubmit={(form) => payByCard(flow, form)}
        >
          <SecretField
            label="Card number"
            name="cardNumber"
            error={wrong['cardNumber']}
            hint={brand}
            disabled={isBusy}
            inputProps={{ inputMode: 'numeric', maxLength: 23, autoComplete: 'cc-number' }}
          />
          <div className={styles.cardRow}>
            <SecretField
              label="Expiry (MM/YY)"
              name="expiry"
              error={wrong['expiry']}
              disabled={isBusy}
              inputProps={{ inputMode: 'numeric', maxLength: 9, autoComplete: 'cc-exp' }}
            />
            <SecretField
              label="Security code"
              name="securityCode"
              error={wrong['securityCode']}
              disabled={isBusy}
              inputProps={{ inputMode: 'numeric', maxLength: 4, autoComplete: 'cc-csc' }}
            />
          </div>
          <SecretField
            label="Name on card"
            name="cardName"
            optional
            disabled={isBusy}
            inputProps={{ maxLength: 100, autoComplete: 'cc-name' }}
          />
          <Button type="submit" variant="solid" size="lg" wide busy={isBusy}>
            {isBusy ? 'Paying...' : `Pay ${amount}`}
          </Button>
          <Text size="sm" tone="muted">
            Your card is used for this payment alone, and is not kept.
          </Text>
          <TestCards />
        </SecretForm>
      )}
    </Card>
  )
}

const grouped = (number: string) => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')

/** The sandbox takes nobody's money: what can be typed is told. */
const TestCards = () => (
  <details>
    <summary>Test cards: no real card works here</summary>
    <Stack gap="sm">
      {testCards.map(({ number, about }) => (
        <Text key={number} size="sm" tone="muted">
          {grouped(number)} {about}
        </Text>
      ))}
    </Stack>
  </details>
)

/** What the bank of the sandbox asks. */
function BankQuestion({ flow, payment }: StepProps) {
  const { order, due } = payment
  const state = useSelector(flow, (snapshot) => snapshot)
  const isBusy = state.hasTag('busy')
  const { refusal } = state.context
  return (
    <section className={page().bank} aria-label="Your bank asks">
      <Row justify="between">
        <strong>Your bank</strong>
        <Badge tone="amber">Simulation</Badge>
      </Row>
      {refusal !== undefined && !isBusy && <Alert>{errorMessage(refusal)}</Alert>}
      <div role="status" tabIndex={-1} ref={isBegunHere(payment) ? takeFocus : undefined}>
        <Text>
          Do you agree to pay {formatPrice(due, order.currency)} to {order.seller?.name || 'the seller'}?
        </Text>
      </div>
      <Text size="sm" tone="muted">
        A real bank asks like this (3-D Secure). This one is played by the sandbox, and takes no money.
      </Text>
      <Row>
        <Button variant="solid" busy={isBusy} onClick={() => flow.send({ type: 'bank.answer', approved: true })}>
          Approve
        </Button>
        <Button disabled={isBusy} onClick={() => flow.send({ type: 'bank.answer', approved: false })}>
          Refuse
        </Button>
      </Row>
    </section>
  )
}

function GatewayLink({ payment: { attempt, gateway } }: Pick<StepProps, 'payment'>) {
  const url = attempt?.action?.kind === 'redirect' ? attempt.action.url : ''
  return (
    <Card title="Pay">
      <div role="status">
        <Text>You pay at {gateway?.displayName || 'the payment service'}. This page says when it is done.</Text>
      </div>
      {url.startsWith('https://') && (
        <Row>
          <a className={buttonStyle({ variant: 'solid', size: 'lg' })} href={url} rel="noreferrer">
            Go on to pay
          </a>
        </Row>
      )}
    </Card>
  )
}
