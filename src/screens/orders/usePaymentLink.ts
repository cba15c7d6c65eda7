import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { errorMessage } from '../../../contract/client/errors'
import { paymentLinkMachine } from '../../../machines/orders/paymentLink.machine'
import { useApp } from '../../app/context'
import { type LinkActors, paymentLinkActors } from '../../data/resources/orders'
import { tap } from '../../app/tap'
import { toastAction } from '../../app/toasts'

export type PaymentLinkRef = ActorRefFrom<typeof paymentLinkMachine>

/** The payment link of an order on the screen, made and ended by its own calls or others; another order is another component. */
export function usePaymentLink(orderId: string, actors?: LinkActors): PaymentLinkRef {
  const { api, toasts } = useApp()
  const [machine] = useState(() =>
    paymentLinkMachine.provide({
      actors: actors ?? paymentLinkActors(api),
      actions: {
        showMessage: toastAction(toasts, ({ message }: { message: string }) => ({ kind: 'success', message })),
        reportError: toastAction(toasts, ({ error }: { error: unknown }) => ({
          kind: 'error',
          message: errorMessage(error),
        })),
      },
    }),
  )
  return useActorRef(machine, { id: 'paymentLink', inspect: tap.observe, input: { orderId } })
}
