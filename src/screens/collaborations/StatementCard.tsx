import { useSelector } from '@xstate/react'
import { errorMessage, isRefusedForGood } from '../../../contract/client/errors'
import { statementRounding } from '../../../contract/rules/collaborations'
import { Card } from '../../components/base/Card'
import { ErrorState } from '../../components/base/ErrorState'
import { formatPrice } from '../../components/base/format'
import { LoadingState } from '../../components/base/LoadingState'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { SimpleTable } from '../../components/layout/SimpleTable'
import { useApp, useSession } from '../../app/context'
import { readStatement } from '../../data/resources/collaborations'
import { useList } from '../../data/useList'

const months = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' })
/** `yyyy-MM`, which is no moment: it is the same month for whoever looks. */
const monthText = (month: string | null | undefined) => (month ? months.format(new Date(`${month}-01T00:00:00Z`)) : '-')

interface StatementCardProps {
  id: string
  as: 'partner' | undefined
  /** Who is owed, and who owes, by name. */
  partner: string
  isOwed: boolean
}

/** What whoever shares owes the partner, month by month (CO-01). */
export function StatementCard({ id, as, partner, isOwed }: StatementCardProps) {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('statement', readStatement(api, id, organizationId, as))
  const state = useSelector(list, (snapshot) => snapshot)
  const [statement] = state.context.rows
  const owed = isOwed ? `${partner} owes you` : `You owe ${partner}`
  return (
    <Card title="Statement">
      {state.matches('failed') ? (
        isRefusedForGood(state.context.error) ? (
          <Text tone="muted">{errorMessage(state.context.error)}</Text>
        ) : (
          <ErrorState message="Error fetching the statement" onRetry={() => list.send({ type: 'list.retry' })} />
        )
      ) : statement === undefined ? (
        <LoadingState />
      ) : statement.months.length === 0 ? (
        <Text tone="muted">Nothing has been paid yet, so nothing is owed.</Text>
      ) : (
        <Stack gap="sm">
          <SimpleTable
            label="Statement"
            columns={['Month', 'Paid', 'Refunded', `Share of ${statement.share ?? 0} %`]}
            rows={statement.months.map(({ month, currency, paid, refunded, share }) => ({
              id: `${month} ${currency}`,
              cells: [
                monthText(month),
                formatPrice(paid, currency),
                formatPrice(refunded, currency),
                formatPrice(share, currency),
              ],
            }))}
            totals={statement.totals.map(({ currency, share }) => ({
              term: owed,
              amount: formatPrice(share, currency),
            }))}
          />
          <Text tone="muted" size="sm">
            {statementRounding}
          </Text>
        </Stack>
      )}
    </Card>
  )
}
