import { useSelector } from '@xstate/react'
import { orderNew } from '../../../styled-system/recipes/order-new'
import type { CampaignScript } from '../../../contract/extensions/campaigns'
import { customerName } from '../../../contract/customers'
import { shownAmount } from '../../../contract/rules/amounts'
import { draftAmounts } from '../../../contract/rules/orderNew'
import { filledScript } from '../../../contract/rules/script'
import { Button } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { DescriptionList } from '../../components/base/DescriptionList'
import { Text } from '../../components/base/Text'
import { useApp, useSession } from '../../app/context'
import { type OrderNewRef, placeOrder } from './useOrderNew'
import { readScript } from '../../data/resources/orderNew'
import { useRecord } from '../../data/useRecord'
import { OrderDrafts } from './OrderDrafts'
import { OrderDraftStatus } from './OrderDraftStatus'
import { placeName } from './goingOn'
import { useOrderFields } from './useOrderFields'

/** What stands beside the form: what it comes to, what to say, and what else was begun. */
export function OrderNewSide({ flow }: { flow: OrderNewRef }) {
  const campaignId = useSelector(flow, (state) => state.context.content.campaignId)
  const draftId = useSelector(flow, (state) => state.context.draftId)
  return (
    <div className={orderNew().side}>
      <OrderSummary flow={flow} />
      {campaignId !== undefined && <OrderScript key={campaignId} flow={flow} campaignId={campaignId} />}
      <OrderDrafts draftId={draftId} />
    </div>
  )
}

const percent = (rate: number) => `${rate / 1_000} %`

function OrderSummary({ flow }: { flow: OrderNewRef }) {
  const { state, content, facts, terms, wrong, isBusy } = useOrderFields(flow)
  const amounts = draftAmounts(content, facts, terms)
  const shown = (amount: number | undefined) => (amount === undefined ? '-' : shownAmount(amount, terms.currency))
  const [reason] = Object.values(wrong)
  // From the first try without an answer until there is one, also during each further try.
  const isUnanswered = isBusy && state.context.failures > 0
  return (
    <Card title="Summary">
      <DescriptionList
        layout="rows"
        entries={[
          { term: 'Subtotal', detail: shown(amounts?.subtotal) },
          { term: 'Shipping', detail: shown(amounts?.shippingTotal) },
          {
            term: terms.pricesIncludeTax
              ? `Tax (${percent(terms.taxRate)}, included)`
              : `Tax (${percent(terms.taxRate)})`,
            detail: shown(amounts?.taxTotal),
          },
          { term: 'Total', detail: <strong>{shown(amounts?.total)}</strong> },
        ]}
      />
      <div className={orderNew().place}>
        <strong aria-hidden="true">{shown(amounts?.total)}</strong>
        <Button
          variant="solid"
          size="lg"
          wide
          busy={isBusy}
          name={placeName}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          aria-describedby="why-not-placed"
          onClick={() => placeOrder(flow)}
        >
          {isBusy ? 'Placing...' : 'Place order'} <small aria-hidden="true">Ctrl+Enter</small>
        </Button>
      </div>
      <div id="why-not-placed" role="status">
        <Text tone="muted" size="sm">
          {isUnanswered ? 'No answer yet. It is asked again by itself, and becomes one order however often.' : reason}
        </Text>
      </div>
      <OrderDraftStatus flow={flow} />
    </Card>
  )
}

function OrderScript({ flow, campaignId }: { flow: OrderNewRef; campaignId: string }) {
  const { api } = useApp()
  const script = useRecord<CampaignScript & { id: string }>('campaigns', readScript(api, campaignId))
  const text = useSelector(script, (state) => state.context.record?.script)
  const { content, facts } = useOrderFields(flow)
  const { user, organizations, organizationId } = useSession(({ context }) => context)
  if (!text) return null
  const { customer, campaign } = facts
  const { newCustomer } = content
  const { firstName, lastName } = newCustomer ?? customer ?? {}
  const name = newCustomer ? [firstName, lastName].filter(Boolean).join(' ') : customer && customerName(customer)
  return (
    <Card title="Script">
      <div className={orderNew().script} tabIndex={0} role="region" aria-label="What to say">
        {filledScript(text, {
          'customer.firstName': firstName ?? undefined,
          'customer.lastName': lastName ?? undefined,
          'customer.name': name,
          'agent.name': user?.name ?? undefined,
          'campaign.name': campaign?.name,
          'organization.name': organizations.find(({ id }) => id === organizationId)?.name,
        })}
      </div>
    </Card>
  )
}
