import { useSelector } from '@xstate/react'
import type { DraftContent } from '../../../contract/extensions/orderDrafts'
import { Card } from '../../components/base/Card'
import { LaterPart } from '../../components/layout/LaterPart'
import type { OrderNewRef } from './useOrderNew'
import { RecordNews } from './lazyNewOrder'
import { keeperOf } from './OrderDraftStatus'

/** What is there of some fields, in the order in which people read them and not in which they were kept. */
const told = <Name extends string>(fields: { [Field in Name]?: string | undefined }, order: readonly Name[]) =>
  order.flatMap((name) => fields[name] || [])

const addressOrder = ['address1', 'address2', 'city', 'state', 'postalCode', 'country'] as const

/** What a draft holds, in as few words as tell two of them apart. */
const parts: readonly { label: string; of: (content: DraftContent) => string }[] = [
  { label: 'Campaign', of: ({ campaignId }) => campaignId ?? '' },
  {
    label: 'Customer',
    of: ({ customerId, newCustomer }) =>
      customerId ?? told(newCustomer ?? {}, ['firstName', 'lastName', 'email', 'phone']).join(' '),
  },
  {
    label: 'Offers',
    of: ({ lines = [] }) => lines.map(({ quantity, unitPrice }) => `${quantity} × ${unitPrice}`).join(', '),
  },
  { label: 'Address', of: ({ address = {} }) => told(address, addressOrder).join(', ') },
  { label: 'Terms agreed', of: ({ agreedToTermsAt }) => agreedToTermsAt ?? '' },
]

/** The draft was changed here and in another tab or browser: what of it differs, and which one counts (GE-09, NO-03). */
export function OrderDraftNews({ flow }: { flow: OrderNewRef }) {
  const keeper = keeperOf(flow)
  const theirs = useSelector(keeper, (state) => (state?.hasTag('deciding') ? state.context.theirs : undefined))
  const mine = useSelector(keeper, (state) => state?.context.content)
  if (!theirs || !mine) return null
  const news = parts
    .map(({ label, of }) => ({ label, from: of(mine), to: of(theirs.content) }))
    .filter(({ from, to }) => from !== to)
  return (
    <Card>
      <LaterPart failed="This draft was changed elsewhere meanwhile. ">
        <RecordNews
          news={news}
          isOwn
          onUseTheirs={() => flow.send({ type: 'theirs.use' })}
          onKeepMine={() => flow.send({ type: 'mine.keep' })}
        />
      </LaterPart>
    </Card>
  )
}
