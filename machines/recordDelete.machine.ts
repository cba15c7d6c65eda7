import { setup } from 'xstate'
import { promiseActor } from './actors'
import type { FlowSurroundings } from './flows'
import { changeParts } from './pendingChanges'
import type { DeletableResource } from './records'

export interface RecordDeleteInput extends FlowSurroundings {
  id: string
  resource: DeletableResource
  /** What the record is called, for the question. */
  name: string
}
type Context = Pick<RecordDeleteInput, 'id' | 'resource' | 'name'>
export type RecordDeleteEvent = { type: 'dialog.submit' } | { type: 'dialog.cancel' }

/** Deleting one record of any resource, from the question to the server's answer (OT-08, OT-09). */
export const recordDeleteMachine = setup({
  types: {
    input: {} as RecordDeleteInput,
    context: {} as Context,
    events: {} as RecordDeleteEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: { deleteRecord: promiseActor<void, Pick<Context, 'id' | 'resource'>>('deleteRecord') },
  actions: { reportDeleteFailure: (_, _params: Pick<Context, 'resource'>) => {} },
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
          onDone: { target: 'deleted', actions: 'confirmChange' },
          onError: {
            target: 'kept',
            actions: ['revertChange', { type: 'reportDeleteFailure', params: ({ context }) => context }],
          },
        },
      },
      deleted: { type: 'final' },
      kept: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
