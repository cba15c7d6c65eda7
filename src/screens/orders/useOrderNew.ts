import { useActorRef } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { Organization } from '../../../contract/organizations'
import { orderName } from '../../../contract/orders'
import { errorMessage } from '../../../contract/client/errors'
import { draftKeepingMachine } from '../../../machines/orders/draftKeeping.machine'
import { orderNewMachine } from '../../../machines/orders/orderNew.machine'
import { orderOptionsMachine } from '../../../machines/orders/orderOptions.machine'
import { taxRateOf } from '../../../contract/rules/amounts'
import { useApp } from '../../app/context'
import { focusSoon } from '../../browser/focusSoon'
import { draftKeepingEffects, sendLast } from '../../data/resources/orderDrafts'
import { orderNewActors, orderOptionsActors } from '../../data/resources/orderNew'
import { ofNewOrders, onPlacedElsewhere } from '../../browser/storedDrafts'
import { tap } from '../../app/tap'
import { toastAction } from '../../app/toasts'
import { guardScreen } from '../../app/unsaved'
import { whatIsMissing } from './goingOn'
import type { CustomerTyping } from '../customers/useCustomersAlike'

export type OrderNewRef = ActorRefFrom<typeof orderNewMachine>

export interface OrderNewPlace {
  draftId: string
  userId: string
  organization: Organization
  customerId: string | undefined
}

/** The new customer as they are typed, who may be there already (CU-02). */
export const typingOf = (flow: OrderNewRef): CustomerTyping => ({
  typed: () => {
    const { newCustomer: { firstName = '', lastName = '', email = '', phone = '' } = {}, address = {} } =
      flow.getSnapshot().context.content
    const { postalCode = '', country = '' } = address
    return { firstName, lastName, email, phone, postalCode, country }
  },
  subscribe: (changed) => flow.subscribe(changed),
})

/** Places it, or leads to the first field that something is wrong with. */
export function placeOrder(flow: OrderNewRef): void {
  flow.send({ type: 'order.place' })
  if (flow.getSnapshot().matches({ open: { form: 'editing' } })) focusSoon(whatIsMissing(flow))
}

/** The new order on the screen, alive as long as its component; its draft lives on. Another draft is another component. */
export function useOrderNew({ draftId, userId, organization, customerId }: OrderNewPlace): OrderNewRef {
  const { api, toasts } = useApp()
  const { id: organizationId, currency, timeZone, taxRate, pricesIncludeTax } = organization
  // Another machine would be another actor.
  const [machine] = useState(() =>
    orderNewMachine.provide({
      actors: {
        ...orderNewActors(api, userId, timeZone ?? 'UTC'),
        draftKeeping: draftKeepingMachine.provide(draftKeepingEffects(api, userId)),
        orderOptions: orderOptionsMachine.provide({ actors: orderOptionsActors(api) }),
      },
      actions: {
        rememberCampaign: (_, { campaign }) => ofNewOrders.setLastCampaignId(organizationId, campaign.id),
        reportError: toastAction(toasts, ({ error }) => ({ kind: 'error', message: errorMessage(error) })),
        announceOrder: toastAction(toasts, ({ order }) => ({
          kind: 'success',
          message: `Order ${orderName(order)} placed`,
        })),
      },
    }),
  )
  const ref = useActorRef(machine, {
    id: 'orderNew',
    inspect: tap.observe,
    input: {
      organizationId,
      draftId,
      customerId,
      terms: {
        currency: currency ?? 'USD',
        taxRate: taxRateOf(taxRate ?? 0),
        pricesIncludeTax: pricesIncludeTax ?? false,
      },
    },
  })
  useEffect(() => {
    const look = () => {
      if (!document.hidden) ref.send({ type: 'facts.refresh' })
    }
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented) placeOrder(ref)
    }
    const letGo = guardScreen(ref)
    const stopHearing = onPlacedElsewhere(draftId, () => ref.send({ type: 'facts.refresh' }))
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    document.addEventListener('keydown', press)
    return () => {
      letGo()
      stopHearing()
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
      document.removeEventListener('keydown', press)
      const state = ref.getSnapshot()
      const draft = state.children.keeping?.getSnapshot().context
      if (state.matches('open') && draft) void sendLast(api, draft).catch(() => undefined)
    }
  }, [api, draftId, ref])
  return ref
}
