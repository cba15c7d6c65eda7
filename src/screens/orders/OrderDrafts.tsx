import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { orderNew } from '../../../styled-system/recipes/order-new'
import { ActionButton } from '../../components/actions/ActionButton'
import { buttonStyle } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { Moment } from '../../components/base/Moment'
import { Row } from '../../components/base/Row'
import { Text } from '../../components/base/Text'
import { useApp, usePending, useSession } from '../../app/context'
import { readDrafts } from '../../data/resources/orderDrafts'
import { useList } from '../../data/useList'
import { discardDraft } from './newOrderActions'

/** One's own other orders that were begun and not placed (NO-03). */
export function OrderDrafts({ draftId }: { draftId: string }) {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const rows = useSelector(useList('orderDrafts', readDrafts(api, organizationId)), ({ context }) => context.rows)
  const drafts = usePending('orderDrafts', rows).filter(({ id }) => id !== draftId)
  if (drafts.length === 0) return null
  return (
    <Card title="Your drafts">
      <ul className={orderNew().drafts}>
        {drafts.map(({ id, title, updatedAt }) => {
          const name = title || 'No customer yet'
          return (
            <li key={id} className={orderNew().draft}>
              <div>
                <Text weight="medium">{name}</Text>
                <Text tone="muted" size="sm">
                  <Moment iso={updatedAt} />
                </Text>
              </div>
              <Row>
                <Link
                  to="/orders/new"
                  search={{ draftId: id }}
                  className={buttonStyle({ size: 'sm' })}
                  aria-label={`Open the draft of ${name}`}
                >
                  Open
                </Link>
                <ActionButton
                  action={discardDraft}
                  row={{ id, name }}
                  size="sm"
                  aria-label={`Discard draft of ${name}`}
                />
              </Row>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
