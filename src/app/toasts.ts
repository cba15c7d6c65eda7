import { type ActorRefFrom, type AnyActorRef, createActor, enqueueActions, sendTo } from 'xstate'
import { type ToastInput, toastMachine } from '../../machines/toasts/toast.machine'
import { toastsMachine } from '../../machines/toasts/toasts.machine'
import type { SharedAction } from '../../machines/pendingChanges'
import { tap } from './tap'

export type ToastsRef = ActorRefFrom<typeof toastsMachine>

/** The messages on the screen (KO-01); `flowOf` finds the flow that one of them can undo (WF-05). */
export function createToasts(flowOf: (flowId: string) => AnyActorRef | undefined): ToastsRef {
  const toast = toastMachine.provide({
    actions: {
      undo: enqueueActions(({ enqueue }, { undo }: ToastInput) => {
        const flow = undo && flowOf(undo.flowId)
        if (flow) enqueue.sendTo(flow, { type: 'delete.undo' })
        // Its workspace was left meanwhile, for another organization or for good.
        else enqueue.sendTo(toasts, { type: 'toast.show', kind: 'error', message: 'This can no longer be undone.' })
      }),
    },
  })
  const toasts: ToastsRef = createActor(toastsMachine.provide({ actors: { toast } }), {
    id: 'toasts',
    systemId: 'toasts',
    inspect: tap.observe,
  })
  toasts.start()
  return toasts
}

/** An action that shows a message, sent by the machine that has it; `toastOf` is also given that machine's id. */
export const toastAction = <Params>(toasts: ToastsRef, toastOf: (params: Params, actorId: string) => ToastInput) =>
  // An action of xstate's is such a function, to be called by xstate only.
  sendTo(toasts, ({ self }, params: Params & undefined) => ({
    type: 'toast.show',
    flowId: self.id,
    ...toastOf(params, self.id),
  })) as unknown as SharedAction<Params>
