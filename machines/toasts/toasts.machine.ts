import { type ActorRefFrom, assign, type DoneActorEvent, enqueueActions, setup } from 'xstate'
import { type ToastInput, toastMachine } from './toast.machine'

export type ToastsEvent = ({ type: 'toast.show' } & ToastInput) | DoneActorEvent<unknown, 'toast'>
interface Context {
  /** Oldest first. */
  toasts: ActorRefFrom<typeof toastMachine>[]
  shown: number
  /** What each of them says, by its id. */
  texts: Record<string, string>
  /** Which flow has failed, by the ids of those that tell so. */
  failed?: Record<string, string>
}

/** Two that say the same are one, unless each undoes something of its own. */
const textOf = ({ kind, message, undo }: ToastInput) => `${kind} ${message} ${undo?.flowId ?? ''}`

/** Toasts that can be seen at once; the oldest makes room (KO-01). */
const visibleToasts = 3

/** The messages on the screen (KO-01). */
export const toastsMachine = setup({
  types: { context: {} as Context, events: {} as ToastsEvent },
  actors: { toast: toastMachine },
  actions: {
    showToast: enqueueActions(({ context, enqueue }, params: ToastInput) => {
      const { kind, message, undo, flowId } = params
      const { failed = {} } = context
      const text = textOf(params)
      // What a flow has done counts, and not how it failed before (GE-16).
      const isOver = kind === 'success' && flowId !== undefined
      const counting = context.toasts.filter(({ id }) => !isOver || failed[id] !== flowId)
      const same = counting.find(({ id }) => context.texts[id] === text)
      const kept = same ? counting : counting.slice(1 - visibleToasts)
      for (const toast of context.toasts) if (!kept.includes(toast)) enqueue.stopChild(toast)
      if (same) enqueue.sendTo(same, { type: 'toast.repeat' })
      const id = same?.id ?? `toast.${context.shown + 1}`
      const ofKept = (told: Record<string, string>) =>
        Object.fromEntries(kept.map((toast) => [toast.id, told[toast.id] ?? '']))
      enqueue.assign({
        shown: same ? context.shown : context.shown + 1,
        texts: same ? context.texts : { ...ofKept(context.texts), [id]: text },
        ...(flowId && { failed: { ...ofKept(failed), [id]: kind === 'error' ? flowId : '' } }),
        toasts: ({ spawn }) => (same ? kept : [...kept, spawn('toast', { id, input: { kind, message, undo } })]),
      })
    }),
    removeDismissed: assign({
      toasts: ({ context }, { actorId }: { actorId: string }) => context.toasts.filter(({ id }) => id !== actorId),
    }),
  },
}).createMachine({
  id: 'toasts',
  context: { toasts: [], shown: 0, texts: {} },
  on: {
    'toast.show': { actions: { type: 'showToast', params: ({ event }) => event } },
    'xstate.done.actor.*': { actions: { type: 'removeDismissed', params: ({ event }) => event } },
  },
})
