import { Link } from '@tanstack/react-router'
import { stackStyle } from '../../../styled-system/recipes/stack-style'
import type { GatewayComparison, GatewayDifference } from '../../../contract/extensions/gateways'
import { Alert } from '../../components/base/Alert'
import { formatCount } from '../../components/base/format'
import { Moment } from '../../components/base/Moment'
import { Text } from '../../components/base/Text'

interface ComparedProps {
  compared: number
  settled: number
  differences: readonly GatewayDifference[]
  /** What the list of differences is called. */
  label: string
}

/** What a comparison has looked at and what it has left (GW-04). */
export const Compared = ({ compared, settled, differences, label }: ComparedProps) => (
  <>
    <Alert tone={differences.length === 0 ? 'green' : 'amber'}>{differencesLeft(differences.length)}</Alert>
    <Text tone="muted">{comparedText(compared, settled)}</Text>
    {differences.length > 0 && <Differences label={label} differences={differences} />}
  </>
)

interface ComparisonProps {
  comparison: GatewayComparison
}

/** When a gateway was compared with last. */
export const ComparedAt = ({ comparison: { comparedAt } }: ComparisonProps) => (
  <Text as="span" tone="muted">
    <Moment iso={comparedAt} />
  </Text>
)

/** What the last comparison with a gateway has left, or why it could not be ended (GW-04). */
export const Left = ({ comparison: { gatewayName, failure, compared, settled, differences } }: ComparisonProps) =>
  failure ? (
    <Alert>The gateway could not be compared with: {failure}</Alert>
  ) : (
    <Compared
      compared={compared ?? 0}
      settled={settled ?? 0}
      differences={differences}
      label={`Differences with ${gatewayName || 'Gateway'}`}
    />
  )

/** What differs, each in a sentence, with the way to its order (GW-04). */
const Differences = ({ label, differences }: { label: string; differences: readonly GatewayDifference[] }) => (
  <ul aria-label={label} className={stackStyle({ gap: 'sm' })}>
    {differences.map(({ text, orderId }) => (
      <li key={text}>
        {text}{' '}
        {orderId && (
          <Link to="/orders/$orderId" params={{ orderId }}>
            Open the order
          </Link>
        )}
      </li>
    ))}
  </ul>
)

/** How many differences there are, in words. */
const differencesLeft = (count: number): string =>
  count === 0 ? 'Both say the same, to the cent.' : `${differencesText(count)} ${count === 1 ? 'is' : 'are'} left.`

export const differencesText = (count: number): string =>
  count === 1 ? '1 difference' : `${formatCount(count)} differences`

/** What a comparison has looked at. */
const comparedText = (compared: number, settled: number): string =>
  `${compared === 1 ? '1 payment or refund' : `${formatCount(compared)} payments and refunds`} compared, ${
    settled === 0
      ? 'none of them unknown before'
      : `${formatCount(settled)} that ${settled === 1 ? 'was' : 'were'} unknown resolved`
  }.`
