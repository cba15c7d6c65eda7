import { setup } from 'xstate'
import type { EmailProvider } from '../../contract/extensions/plugins'
import { emailProviderForm, type EmailProviderValues, emailProviderValues } from '../../contract/forms/emailProviders'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import { type FieldEvent, fieldEvents, type LeaveEvent, leaveTo, newForm, submitTo } from '../form'
import { type Change, changeParts } from '../pendingChanges'
import { type RecordForm, recordFormParts } from '../recordForm'
import { outdatedTo, saveQuestions } from '../recordNews'

export interface ProviderEditInput extends FlowSurroundings {
  /** None for a new one. */
  provider: EmailProvider | undefined
}
interface Context extends RecordForm<EmailProvider | undefined, EmailProviderValues> {
  organizationId: string | undefined
}
export type ProviderEditEvent =
  | FieldEvent<EmailProviderValues>
  | LeaveEvent
  | { type: 'dialog.submit' }
  | { type: 'theirs.use' }
  | { type: 'mine.keep' }

const changeOf = ({ record, form: { values } }: Context): Change =>
  record
    ? { resource: 'plugins', kind: 'merge', id: record.id, fields: { name: values.name.trim() } }
    : { resource: 'plugins', kind: 'add' }

/** Adding an email provider, or editing one (ML-03). Of its password only a new one is typed. */
export const providerEditMachine = setup({
  types: {
    input: {} as ProviderEditInput,
    context: {} as Context,
    events: {} as ProviderEditEvent,
    tags: {} as 'open' | 'busy' | 'asking' | 'deciding',
  },
  actors: {
    saveProvider: promiseActor<
      void,
      { organizationId: string | undefined; provider: EmailProvider | undefined; values: EmailProviderValues }
    >('saveProvider'),
  },
  actions: {
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(recordFormParts<EmailProvider | undefined, EmailProviderValues>(emailProviderForm, emailProviderValues))
  .createMachine({
    id: 'providerEdit',
    context: ({ input: { provider, organizationId } }) => ({
      organizationId,
      record: provider,
      form: newForm(emailProviderValues(provider)),
      theirs: undefined,
    }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: { ...fieldEvents<EmailProviderValues>(), ...leaveTo('cancelled'), 'dialog.submit': submitTo('saving') },
      },
      ...saveQuestions<EmailProviderValues>(),
      saving: {
        tags: ['open', 'busy'],
        entry: { type: 'showChange', params: ({ context }) => changeOf(context) },
        invoke: {
          src: 'saveProvider',
          input: ({ context: { organizationId, record, form } }) => ({
            organizationId,
            provider: record,
            values: form.values,
          }),
          onDone: {
            target: 'saved',
            actions: ['confirmChange', { type: 'showMessage', params: { message: 'Email provider saved' } }],
          },
          onError: [
            ...outdatedTo('saving'),
            {
              guard: withError('isFieldRefused'),
              target: 'editing',
              actions: ['revertChange', withError('refuseFields')],
            },
            { target: 'editing', actions: ['revertChange', withError('reportError')] },
          ],
        },
      },
      saved: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
