import { useNavigate } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { ReceivedCampaign } from '../../../contract/lists/receivedCampaigns'
import { buyerOf } from '../../../contract/rules/orderNew'
import { useApp } from '../../app/context'
import { savesData } from '../../browser/idle'
import type { SelectOption } from '../../components/form/SelectField'
import { knownCaller } from '../../data/resources/openCalls'
import { readReceived } from '../../data/resources/receivedCampaigns'
import { useList } from '../../data/useList'
import type { OrderNewRef } from './useOrderNew'

/** What can't be sold in says why. */
const optionOf = ({ id, name, partner, whyNotSold }: ReceivedCampaign): SelectOption => ({
  value: id,
  label: [name, whyNotSold].filter(Boolean).join(': '),
  group: `Shared by ${partner}`,
  disabled: Boolean(whyNotSold),
})

/**
 * What other organizations share, as campaigns of a new order. What is sold there is an order of theirs: who chooses one goes
 * on where it is sold, with whom it is for and what was typed of them.
 */
export function useReceivedOptions(flow: OrderNewRef) {
  const { api } = useApp()
  const navigate = useNavigate()
  const { organizationId } = flow.getSnapshot().context
  const list = useList('receivedCampaigns', readReceived(api, organizationId))
  const rows = useSelector(list, ({ context }) => context.rows)
  // Whoever saves data may not have asked for them yet, and is told of their own meanwhile.
  const isKnown = useSelector(list, (state) => !state.matches('loading')) || savesData()
  const choose = (id: string) => {
    const received = rows.find((row) => row.id === id)
    if (!received || received.whyNotSold) return
    const { draftId, content, facts } = flow.getSnapshot().context
    const buyer = buyerOf(content, facts.customer)
    const caller = knownCaller(api, organizationId)
    const isNobody = content.customerId === undefined && !content.newCustomer
    void navigate({
      to: '/admin/collaborations/$collaborationId',
      params: { collaborationId: received.collaborationId },
      search: { sell: id },
      state: { begun: { draftId, buyer: isNobody ? { ...buyer, ...caller } : buyer } },
    })
  }
  return { options: rows.map(optionOf), isKnown, choose }
}
