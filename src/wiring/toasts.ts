import { type ActorRefFrom, createActor, sendTo } from 'xstate'
import type { ToastInput } from '../../machines/page/toast.machine'
import { toastsMachine } from '../../machines/page/toasts.machine'
import type { SharedAction } from '../../machines/pendingChanges'
import { tap } from './tap'

export type ToastsRef = ActorRefFrom<typeof toastsMachine>

/** The messages on the screen (KO-01). */
export const createToasts = (): ToastsRef =>
  createActor(toastsMachine, { id: 'toasts', systemId: 'toasts', inspect: tap.observe }).start()

/** An action that shows a message, sent by the machine that has it. */
export const toastAction = <Params>(toasts: ToastsRef, toastOf: (params: Params) => ToastInput) =>
  // An action of xstate's is such a function, to be called by xstate only.
  sendTo(toasts, (_, params: Params & undefined) => ({
    type: 'toast.show',
    ...toastOf(params),
  })) as unknown as SharedAction<Params>
