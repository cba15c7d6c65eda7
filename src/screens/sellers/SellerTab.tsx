import { useSelector } from '@xstate/react'
import { typedLines } from '../../../contract/rules/receipt'
import { ActionButton } from '../../components/actions/ActionButton'
import { Lines } from '../../components/base/Address'
import { Card } from '../../components/base/Card'
import { DescriptionList } from '../../components/base/DescriptionList'
import { ErrorState } from '../../components/base/ErrorState'
import { LoadingState } from '../../components/base/LoadingState'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { useApp, usePending, useSession } from '../../app/context'
import { readSellers } from '../../data/resources/sellers'
import { useList } from '../../data/useList'
import { editSeller } from './actions'

/** What customers are told of who sells (PY-06). */
export default function SellerTab() {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('sellers', readSellers(api, organizationId))
  const state = useSelector(list, (snapshot) => snapshot)
  const [seller] = usePending('sellers', state.context.rows)
  if (state.matches('failed')) {
    return <ErrorState message="Error fetching the seller" onRetry={() => list.send({ type: 'list.retry' })} />
  }
  if (!seller) return <LoadingState />
  const lines = typedLines(seller.address)
  return (
    <Stack>
      <Text tone="muted">Customers read this on their receipts and in the mails about their orders.</Text>
      <Card title="Seller" action={<ActionButton action={editSeller} row={seller} />}>
        <DescriptionList
          entries={[
            { term: 'Name', detail: seller.name },
            { term: 'Support email', detail: seller.supportEmail },
            { term: 'Address', detail: lines.length === 0 ? null : <Lines lines={lines} /> },
            { term: 'Tax number', detail: seller.taxNumber },
          ]}
        />
      </Card>
    </Stack>
  )
}
