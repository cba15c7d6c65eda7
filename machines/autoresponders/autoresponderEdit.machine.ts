import { assign, setup } from 'xstate'
import type { Autoresponder } from '../../contract/autoresponders'
import type { AutoresponderUpdate } from '../../contract/extensions/autoresponders'
import {
  autoresponderEditForm,
  autoresponderEditValues,
  type AutoresponderEditValues,
  changedAutoresponderFields,
} from '../../contract/forms/autoresponders'
import type { InstalledPlugin } from '../../contract/plugins'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import { type FieldEvent, fieldEvents, type LeaveEvent, leaveTo, newForm, submitTo } from '../form'
import { changeParts } from '../pendingChanges'
import { type RecordChange, type RecordForm, recordFormParts } from '../recordForm'
import { outdatedTo, saveQuestions } from '../recordNews'

type Row = Autoresponder & { id: string }

export interface AutoresponderEditInput extends FlowSurroundings {
  autoresponder: Row
}
interface Context extends RecordForm<Row, AutoresponderEditValues> {
  organizationId: string | undefined
  plugins: InstalledPlugin[]
}
export type AutoresponderEditEvent =
  | FieldEvent<AutoresponderEditValues>
  | LeaveEvent
  | { type: 'dialog.submit' }
  | { type: 'theirs.use' }
  | { type: 'mine.keep' }

const fieldsOf = ({ record, form }: Context) => changedAutoresponderFields(record, form.values)

/** Editing an auto-responder, its text included (ML-02). */
export const autoresponderEditMachine = setup({
  types: {
    input: {} as AutoresponderEditInput,
    context: {} as Context,
    events: {} as AutoresponderEditEvent,
    tags: {} as 'open' | 'busy' | 'asking' | 'deciding',
  },
  actors: {
    fetchPlugins: promiseActor<InstalledPlugin[], { organizationId: string | undefined }>('fetchPlugins'),
    saveAutoresponder: promiseActor<void, RecordChange<AutoresponderUpdate>>('saveAutoresponder'),
  },
  actions: {
    setPlugins: assign((_, { plugins }: { plugins: InstalledPlugin[] }) => ({ plugins })),
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(recordFormParts<Row, AutoresponderEditValues>(autoresponderEditForm, autoresponderEditValues))
  .createMachine({
    id: 'autoresponderEdit',
    context: ({ input: { autoresponder, organizationId } }) => ({
      organizationId,
      plugins: [],
      record: autoresponder,
      form: newForm(autoresponderEditValues(autoresponder)),
      theirs: undefined,
    }),
    initial: 'loading',
    states: {
      loading: {
        invoke: {
          src: 'fetchPlugins',
          input: ({ context: { organizationId } }) => ({ organizationId }),
          onDone: {
            target: 'editing',
            actions: { type: 'setPlugins', params: ({ event }) => ({ plugins: event.output }) },
          },
          onError: { target: 'failed', actions: withError('reportError') },
        },
      },
      editing: {
        tags: 'open',
        on: {
          ...fieldEvents<AutoresponderEditValues>(),
          ...leaveTo('cancelled'),
          'dialog.submit': submitTo('saving'),
        },
      },
      ...saveQuestions<AutoresponderEditValues>(),
      saving: {
        tags: ['open', 'busy'],
        entry: {
          type: 'showChange',
          params: ({ context }) => ({
            resource: 'autoresponders',
            kind: 'merge',
            id: context.record.id,
            fields: fieldsOf(context),
          }),
        },
        invoke: {
          src: 'saveAutoresponder',
          input: ({ context }) => ({
            id: context.record.id,
            version: context.record.version,
            fields: fieldsOf(context),
          }),
          onDone: {
            target: 'saved',
            actions: ['confirmChange', { type: 'showMessage', params: { message: 'Auto-responder saved' } }],
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
