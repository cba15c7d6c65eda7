import type { CustomerRecord } from '../../../contract/extensions/customers'
import { dispositionLabels } from '../../../contract/forms/calls'
import { orderName } from '../../../contract/orders'
import type { TimelineEvent } from '../../../contract/timeline'
import { ActionButton } from '../../components/actions/ActionButton'
import { Card } from '../../components/base/Card'
import { capitalised, formatCount, formatShort } from '../../components/base/format'
import { Moment } from '../../components/base/Moment'
import { Row } from '../../components/base/Row'
import { Text } from '../../components/base/Text'
import { SimpleTable } from '../../components/layout/SimpleTable'
import { Timeline } from '../../components/layout/Timeline'
import { OrderLink } from '../layout/OrderLink'
import { undoMerge } from './actions'

interface CustomerProps {
  customer: CustomerRecord
}

const { sold } = dispositionLabels

const directions: Readonly<Record<string, string>> = { inbound: 'Called us', outbound: 'Called by us' }

/** The calls with a customer, the newest first (CU-03). */
export function CustomerCalls({ customer: { calls, callsCount } }: CustomerProps) {
  if (!calls) return null
  const more = (callsCount ?? calls.length) - calls.length
  return (
    <Card title="Calls">
      {calls.length === 0 ? (
        <Text tone="muted">Nobody has talked to this customer yet.</Text>
      ) : (
        <SimpleTable
          label="Calls"
          columns={['Call', 'Direction', 'How it went', 'Note']}
          texts={['Direction', 'How it went', 'Note']}
          rows={calls.map(({ id, startedAt, direction, disposition, note, order }) => {
            const label = disposition ? dispositionLabels[disposition] : ''
            const result =
              order && label !== sold ? [label, sold.toLowerCase()].filter(Boolean).join(', ') : label || '-'
            const went = order ? (
              <span key="went">
                {result} <OrderLink order={order} />
              </span>
            ) : (
              result
            )
            return {
              id,
              cells: [<Moment key="at" iso={startedAt} />, directions[direction ?? ''] ?? '-', went, note || '-'],
              note: order ? `${result} ${orderName(order)}` : result,
            }
          })}
          totals={[]}
        />
      )}
      {more > 0 && <Text tone="muted">And {formatCount(more)} before them.</Text>}
    </Card>
  )
}

const titles: Readonly<Record<string, string>> = {
  create: 'Added',
  edit: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  merge: 'Merged with another customer',
  mergeInto: 'Became part of another customer',
  unmerge: 'Merge undone',
}

const titleOf = ({ kind }: TimelineEvent): string => titles[kind] ?? capitalised(kind.replaceAll('_', ' '))

/** What happened to a customer (CU-03). */
export function CustomerTimeline({ customer: { timeline } }: CustomerProps) {
  if (!timeline) return null
  return (
    <Card title="Timeline">
      {timeline.length === 0 ? (
        <Text tone="muted">Nothing has happened yet.</Text>
      ) : (
        <Timeline events={timeline} titleOf={titleOf} />
      )}
    </Card>
  )
}

/** Who became a part of a customer, as long as that can be undone (CU-04). */
export function MergedCustomers({ customer: { merged } }: CustomerProps) {
  if (!merged || merged.length === 0) return null
  return (
    <Card title="Merged with">
      {merged.map((part) => (
        <Row key={part.id} justify="between">
          <Text>
            <strong>{part.name}</strong>, can be undone until {formatShort(part.undoneUntil)}
          </Text>
          <ActionButton action={undoMerge} row={part} size="sm" />
        </Row>
      ))}
    </Card>
  )
}
