import { straysOf } from '../../../contract/rules/orderNew'
import { Button } from '../../components/base/Button'
import { Row } from '../../components/base/Row'
import { Text } from '../../components/base/Text'
import type { OrderNewRef } from './useOrderNew'
import { useOrderFields } from './useOrderFields'

const listed = new Intl.ListFormat('en')

/** What another campaign has made of the lines: what it does not sell is asked about, and all of it can be undone. */
export function OrderCampaignMove({ flow }: { flow: OrderNewRef }) {
  const { state, content, facts, isBusy } = useOrderFields(flow)
  const isUndoable = state.context.before !== undefined
  const strays = facts.counterparts ? straysOf(content, facts).map(({ offerId }) => offerId) : []
  if (strays.length === 0 && !isUndoable) return null
  const names = facts.offers.filter(({ id }) => strays.includes(id)).map(({ displayName }) => displayName)
  const campaign = facts.campaign?.name ?? 'This campaign'
  return (
    <div role="status">
      <Text>
        {strays.length > 0
          ? `${campaign} does not sell ${listed.format(names)}.`
          : `The offers are the ones of ${campaign} now.`}
      </Text>
      <Row>
        {strays.length > 0 && (
          <Button size="sm" variant="solid" disabled={isBusy} onClick={() => flow.send({ type: 'strays.remove' })}>
            Go on without
          </Button>
        )}
        {isUndoable && (
          <Button size="sm" disabled={isBusy} onClick={() => flow.send({ type: 'campaign.undo' })}>
            Undo
          </Button>
        )}
      </Row>
    </div>
  )
}
