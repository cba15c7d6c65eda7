import { type ActorRefFrom, assign, type DoneActorEvent, enqueueActions, setup } from 'xstate'
import { type ToastInput, toastMachine } from './toast.machine'

export type ToastsEvent = ({ type: 'toast.show' } & ToastInput) | DoneActorEvent<unknown, 'toast'>
interface Context {
  /** Oldest first. */
  toasts: ActorRefFrom<typeof toastMachine>[]
  shown: number
  /** What each of them says, by its id. */
  texts: Record<string, string>
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
      const text = textOf(params)
      const same = context.toasts.find(({ id }) => context.texts[id] === text)
      if (same) {
        enqueue.sendTo(same, { type: 'toast.repeat' })
        return
      }
      const [oldest] = context.toasts
      const isFull = oldest !== undefined && context.toasts.length >= visibleToasts
      if (isFull) enqueue.stopChild(oldest)
      const id = `toast.${context.shown + 1}`
      const kept = isFull ? context.toasts.slice(1) : context.toasts
      enqueue.assign({
        shown: context.shown + 1,
        texts: { ...Object.fromEntries(kept.map((toast) => [toast.id, context.texts[toast.id] ?? ''])), [id]: text },
        toasts: ({ spawn }) => [
          ...kept,
          spawn('toast', {
            id,
            input: { kind: params.kind, message: params.message, undo: params.undo },
          }),
        ],
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
