import { setup } from 'xstate'
import type { GatewayRecord } from '../../contract/extensions/gateways'
import { changedGatewayFields, gatewayForm, gatewayValues, type GatewayValues } from '../../contract/forms/gateways'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import { type FieldEvent, fieldEvents, type LeaveEvent, leaveTo, newForm, submitTo } from '../form'
import { type Change, changeParts } from '../pendingChanges'
import { type RecordEvent, type RecordForm, recordFormParts } from '../recordForm'
import { outdatedTo, recordQuestions, refreshOf } from '../recordNews'

export interface GatewayEditInput extends FlowSurroundings {
  /** None for a new gateway. */
  gatewayInstanceId: string | undefined
}
/** The record is absent while it is read, and for a new gateway. */
interface Context extends RecordForm<GatewayRecord | undefined, GatewayValues> {
  gatewayInstanceId: string | undefined
  organizationId: string | undefined
}
export type GatewayEditEvent =
  | FieldEvent<GatewayValues>
  | RecordEvent<GatewayRecord>
  | LeaveEvent
  | { type: 'dialog.submit' }

/** What a person sees of it before the server has confirmed it; secrets are no part of it. */
function changeOf({ record, form: { values } }: Context): Change {
  if (!record) return { resource: 'gateways', kind: 'add' }
  const { secretKey: _key, webhookSecret: _secret, ...fields } = changedGatewayFields(record, values)
  return { resource: 'gateways', kind: 'merge', id: record.id, fields }
}

/** Setting up a gateway, or changing one, from the open panel to the server's yes (GW-01). */
export const gatewayEditMachine = setup({
  types: {
    input: {} as GatewayEditInput,
    context: {} as Context,
    events: {} as GatewayEditEvent,
    tags: {} as 'open' | 'busy' | 'asking' | 'deciding',
  },
  actors: {
    /** Of a new gateway there is nothing to read. */
    fetchGateway: promiseActor<GatewayRecord | undefined, { gatewayInstanceId: string | undefined }>('fetchGateway'),
    saveGateway: promiseActor<
      void,
      { organizationId: string | undefined; gateway: GatewayRecord | undefined; values: GatewayValues }
    >('saveGateway'),
  },
  actions: {
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(recordFormParts<GatewayRecord | undefined, GatewayValues>(gatewayForm, gatewayValues))
  .createMachine({
    id: 'gatewayEdit',
    context: ({ input: { gatewayInstanceId, organizationId } }) => ({
      gatewayInstanceId,
      organizationId,
      record: undefined,
      form: newForm(gatewayValues()),
      theirs: undefined,
    }),
    initial: 'loading',
    states: {
      loading: {
        invoke: {
          src: 'fetchGateway',
          input: ({ context }) => context,
          onDone: {
            target: 'editing',
            actions: { type: 'beginWith', params: ({ event }) => ({ record: event.output }) },
          },
          onError: { target: 'failed', actions: withError('reportError') },
        },
      },
      editing: {
        tags: 'open',
        on: {
          ...fieldEvents<GatewayValues>(),
          ...refreshOf<GatewayRecord>(),
          ...leaveTo('cancelled'),
          'dialog.submit': submitTo('saving'),
        },
      },
      ...recordQuestions<GatewayRecord, GatewayValues>(),
      saving: {
        tags: ['open', 'busy'],
        entry: { type: 'showChange', params: ({ context }) => changeOf(context) },
        invoke: {
          src: 'saveGateway',
          input: ({ context: { organizationId, record, form } }) => ({
            organizationId,
            gateway: record,
            values: form.values,
          }),
          onDone: {
            target: 'saved',
            actions: [
              'confirmChange',
              {
                type: 'showMessage',
                params: ({ context }) => ({ message: context.record ? 'Gateway saved' : 'Gateway added' }),
              },
            ],
          },
          onError: [
            ...outdatedTo('saving'),
            { target: 'editing', actions: ['revertChange', withError('reportError')] },
          ],
        },
      },
      saved: { type: 'final' },
      cancelled: { type: 'final' },
      failed: { type: 'final' },
    },
  })
