import X from 'lucide-react/icons/x'
import type { KeyboardEvent } from 'react'
import { orderNew } from '../../../styled-system/recipes/order-new'
import type { DraftLine } from '../../../contract/extensions/orderDrafts'
import { type OfferForSale, priceRange } from '../../../contract/rules/selling'
import { shownAmount } from '../../../contract/rules/amounts'
import { amountsOf, mostUnits, offerTold, takenBy, whyNoneSold } from '../../../contract/rules/selling'
import { isReadable, placementOf, sellingFacts } from '../../../contract/rules/orderNew'
import { Card } from '../../components/base/Card'
import { formatCount } from '../../components/base/format'
import { IconButton } from '../../components/base/IconButton'
import { Text } from '../../components/base/Text'
import { LaterCombobox } from '../../components/form/LaterCombobox'
import { NumberField } from '../../components/form/NumberField'
import { focusSoon } from '../../browser/focusSoon'
import type { OrderNewRef } from './useOrderNew'
import { whatIsMissing } from './goingOn'
import { useOrderFields, useOrderOptions } from './useOrderFields'

const messages = { loading: 'Searching...', empty: 'No offers found', failed: 'Error loading offers' }

/** What is sold, each offer with how many and for how much (NO-01). */
export function OrderNewOffers({ flow }: { flow: OrderNewRef }) {
  const { content } = useOrderFields(flow)
  return (
    <Card title="Offers">
      <OfferSearch flow={flow} />
      {(content.lines ?? []).map((line, index) => (
        <OrderLine key={line.offerId} flow={flow} line={line} index={index} />
      ))}
    </Card>
  )
}

function OfferSearch({ flow }: { flow: OrderNewRef }) {
  const { content, terms, isBusy, errorOf } = useOrderFields(flow)
  const { ref, options } = useOrderOptions(flow)
  const { offers, offerSearch } = options.context
  const { campaignId, lines = [] } = content
  const isFailed = options.matches({ offers: 'failed' })
  const isReady = options.matches({ offers: 'ready' })
  const choose = (offerId: string) => {
    const at = lines.findIndex((line) => line.offerId === offerId)
    const offer = offers.find(({ id }) => id === offerId)
    if (!offer) return
    flow.send({ type: 'offer.add', offer })
    focusSoon(`lines.${at === -1 ? lines.length : at}.quantity`)
  }
  return (
    <LaterCombobox
      name="offer"
      label="Add an offer"
      placeholder="Search offers"
      hint={campaignId === undefined ? 'Choose a campaign first.' : undefined}
      error={errorOf('lines')}
      disabled={isBusy || campaignId === undefined}
      inputValue={offerSearch}
      onInputChange={(text) => ref.send({ type: 'offer.search', text })}
      options={offers.map((offer) => ({
        id: offer.id,
        label: offer.displayName,
        detail: offerTold(offer, terms.currency),
        reason: whyNoneSold(offer),
      }))}
      status={isFailed ? 'failed' : !isReady ? 'loading' : offers.length === 0 ? 'empty' : 'ready'}
      selectedId={undefined}
      onSelect={choose}
      messages={messages}
      onRetry={() => ref.send({ type: 'options.retry' })}
      onGoOn={() => focusSoon(whatIsMissing(flow))}
    />
  )
}

/** How many can be had, and for how much. */
function limitsOf(offer: OfferForSale, most: number, currency: string): string {
  const { min, max } = priceRange(offer)
  const price =
    min === max ? shownAmount(min, currency) : `${shownAmount(min, currency)} to ${shownAmount(max, currency)}`
  return `${price} · at most ${formatCount(most)}`
}

function OrderLine({ flow, line, index }: { flow: OrderNewRef; line: DraftLine; index: number }) {
  const { content, facts, terms, isBusy, errorOf, field } = useOrderFields(flow)
  const styles = orderNew()
  const known = sellingFacts(content, facts, terms)
  const { lines } = placementOf(content)
  const offer = known.offers.get(line.offerId)
  const name = facts.offers.find(({ id }) => id === line.offerId)?.displayName ?? 'Offer'
  const total = isReadable(line) ? amountsOf(lines, known).lines[index]?.total : undefined
  const path = `lines.${index}`
  const gone = errorOf(`${path}.offerId`)
  const others = lines.filter((_, at) => at < index)
  // Enter goes on to the next offer.
  const goOn = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) focusSoon('offer')
  }
  return (
    <div className={styles.line} role="group" aria-label={name}>
      <div className={styles.offer}>
        <Text weight="medium">{name}</Text>
        {gone ? (
          <Text tone="danger" size="sm">
            {gone}
          </Text>
        ) : (
          offer && (
            <Text tone="muted" size="sm">
              {limitsOf(offer, mostUnits(offer, takenBy(others, line.offerId, known)), terms.currency)}
            </Text>
          )
        )}
      </div>
      <div className={styles.fields} onKeyDown={goOn}>
        <NumberField {...field(`${path}.quantity`, line.quantity)} label="Quantity" kind="count" />
        <NumberField
          {...field(`${path}.unitPrice`, line.unitPrice)}
          label="Unit price"
          kind="amount"
          unit={terms.currency}
        />
        <div className={styles.amount}>{total === undefined ? '-' : shownAmount(total, terms.currency)}</div>
        <IconButton
          label={`Remove ${name}`}
          disabled={isBusy}
          onClick={() => {
            flow.send({ type: 'line.remove', index })
            focusSoon('offer')
          }}
        >
          <X aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  )
}
