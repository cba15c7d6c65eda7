import { setup } from 'xstate'
import { promiseActor, withError } from './actors'
import type { FlowSurroundings } from './flowSurroundings'
import { changeParts } from './pendingChanges'
import { type DeletableResource, deletionOf, isRestorable } from './records'

export interface RecordDeleteInput extends FlowSurroundings {
  id: string
  resource: DeletableResource
  /** What the record is called, for the question. */
  name: string
}
type Context = Pick<RecordDeleteInput, 'id' | 'resource' | 'name'>
type Place = Pick<Context, 'id' | 'resource'>
export type RecordDeleteEvent = { type: 'dialog.submit' } | { type: 'dialog.cancel' } | { type: 'delete.undo' }

function gone({ resource }: Pick<Context, 'resource'>): string {
  const { noun, verbs } = deletionOf(resource)
  return `${noun} ${verbs[2]}`
}

/** Deleting one record of any resource, from the question to the server's answer, and undoing it (OT-08, OT-09, WF-05). */
export const recordDeleteMachine = setup({
  types: {
    input: {} as RecordDeleteInput,
    context: {} as Context,
    events: {} as RecordDeleteEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    deleteRecord: promiseActor<void, Place>('deleteRecord'),
    restoreRecord: promiseActor<void, Place>('restoreRecord'),
  },
  actions: {
    reportDeleteFailure: (_, _params: Pick<Context, 'resource'>) => {},
    /** Says that it is deleted, with a way to undo it. */
    offerUndo: (_, _params: { message: string }) => {},
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
  guards: { isRestorable: ({ context }) => isRestorable(context.resource) },
  // As long as the message with the way to undo it stands.
  delays: { undoPeriod: 10_000 },
})
  .extend(changeParts)
  .createMachine({
    id: 'recordDelete',
    context: ({ input: { id, resource, name } }) => ({ id, resource, name }),
    initial: 'confirming',
    states: {
      confirming: {
        tags: 'open',
        on: { 'dialog.submit': 'deleting', 'dialog.cancel': 'cancelled' },
      },
      deleting: {
        tags: ['open', 'busy'],
        entry: {
          type: 'showChange',
          params: ({ context }) => ({ resource: context.resource, kind: 'remove', id: context.id }),
        },
        invoke: {
          src: 'deleteRecord',
          input: ({ context }) => context,
          onDone: [
            { guard: 'isRestorable', target: 'undoable', actions: 'confirmChange' },
            {
              target: 'deleted',
              actions: [
                'confirmChange',
                {
                  type: 'showMessage',
                  params: ({ context }) => ({ message: gone(context) }),
                },
              ],
            },
          ],
          onError: {
            target: 'kept',
            actions: ['revertChange', { type: 'reportDeleteFailure', params: ({ context }) => context }],
          },
        },
      },
      undoable: {
        entry: {
          type: 'offerUndo',
          params: ({ context }) => ({ message: gone(context) }),
        },
        on: { 'delete.undo': 'restoring' },
        after: { undoPeriod: 'deleted' },
      },
      restoring: {
        entry: { type: 'showChange', params: ({ context }) => ({ resource: context.resource, kind: 'add' }) },
        invoke: {
          src: 'restoreRecord',
          input: ({ context }) => context,
          onDone: {
            target: 'kept',
            actions: [
              'confirmChange',
              {
                type: 'showMessage',
                params: ({ context }) => ({ message: `${deletionOf(context.resource).noun} restored` }),
              },
            ],
          },
          onError: { target: 'deleted', actions: ['revertChange', withError('reportError')] },
        },
      },
      deleted: { type: 'final' },
      kept: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
