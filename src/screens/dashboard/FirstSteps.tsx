import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { dashboard } from '../../../styled-system/recipes/dashboard'
import type { Dashboard } from '../../../contract/extensions/dashboard'
import type { FirstStep } from '../../../contract/rules/workQueue'
import { ActionButton, ActionLink } from '../../components/actions/ActionButton'
import { buttonStyle } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { addOffer, newCampaign } from '../campaigns/actions'
import { newGateway } from '../gateways/actions'
import { newOrder } from '../orders/newOrderActions'
import { newProduct } from '../products/actions'

const texts: Record<FirstStep, { title: string; about: string }> = {
  product: { title: 'Add a product', about: 'What you sell: its name, its price, and how many there are.' },
  campaign: { title: 'Start a campaign', about: 'Where it is sold, from when to when, and on which terms.' },
  offer: { title: 'Make an offer', about: 'Your product at a price, in this campaign.' },
  gateway: { title: 'Set up a gateway', about: 'The sandbox takes test cards only, and is there at once.' },
  order: { title: 'Place a test order', about: 'As an agent does on the phone, for a customer whom you make up.' },
  payment: {
    title: 'Pay it',
    about: 'Open the payment link as your customer does. The card 4242 4242 4242 4242 is paid.',
  },
}

/** What the next step is begun by. */
function actionOf(step: FirstStep, next: Dashboard['next']): ReactNode {
  switch (step) {
    case 'product':
      return <ActionButton action={newProduct} row={null} />
    case 'campaign':
      return <ActionButton action={newCampaign} row={null} />
    case 'offer':
      return next?.campaignId ? <ActionButton action={addOffer} row={{ id: next.campaignId }} /> : null
    case 'gateway':
      return <ActionButton action={newGateway} row={null} />
    case 'order':
      return <ActionLink action={newOrder} row={null} />
    case 'payment':
      return next?.orderId ? (
        <Link to="/orders/$orderId" params={{ orderId: next.orderId }} className={buttonStyle({ variant: 'solid' })}>
          Open the order
        </Link>
      ) : null
  }
}

/** What a new organization does first, up to its first paid order; the next step is the one that stands out (DB-03). */
export default function FirstSteps({
  steps,
  next,
}: {
  steps: NonNullable<Dashboard['steps']>
  next: Dashboard['next']
}) {
  const styles = dashboard()
  const at = steps.findIndex(({ isDone }) => !isDone)
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Card padding="none">
      <ol className={styles.steps} aria-label={`First steps, ${done} of ${steps.length} done`}>
        {steps.map(({ step, isDone }, index) => {
          const state = isDone ? 'done' : index === at ? 'next' : 'later'
          return (
            <li
              key={step}
              className={styles.step}
              data-state={state}
              aria-current={state === 'next' ? 'step' : undefined}
            >
              <span className={styles.tick}>{isDone ? <Check role="img" aria-label="Done" /> : index + 1}</span>
              <span className={styles.stepText}>
                <strong>{texts[step].title}</strong>
                {!isDone && <span>{texts[step].about}</span>}
              </span>
              {state === 'next' && <span className={styles.stepAction}>{actionOf(step, next)}</span>}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
