import { assign, setup } from 'xstate'
import type { InstalledPlugin } from '../../contract/plugins'
import { autoresponderForm, type AutoresponderValues } from '../../contract/forms/autoresponders'
import {
  answersTo,
  type FieldEvent,
  type Form,
  fieldEvents,
  formParts,
  type LeaveEvent,
  leaveTo,
  newForm,
  withFields,
} from '../form'
import { changeParts } from '../pendingChanges'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import { type OptionsEvent, optionsRegion } from '../options'

export interface AutoresponderCreateInput extends FlowSurroundings {
  campaignId: string
  draft?: AutoresponderValues | undefined
}
interface Context {
  campaignId: string
  organizationId: string | undefined
  form: Form<AutoresponderValues>
  plugins: InstalledPlugin[]
}
export type AutoresponderCreateEvent =
  | FieldEvent<AutoresponderValues>
  | OptionsEvent
  | LeaveEvent
  | { type: 'dialog.submit' }

const emptyForm: AutoresponderValues = { pluginInstanceId: '', from: '', event: 'order.completed', subject: '' }

/** Adding an email auto-responder to a campaign (EM-02 to EM-06). */
export const autoresponderCreateMachine = setup({
  types: {
    input: {} as AutoresponderCreateInput,
    context: {} as Context,
    events: {} as AutoresponderCreateEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: {
    createAutoresponder: promiseActor<void, { campaignId: string; values: AutoresponderValues }>('createAutoresponder'),
    fetchPlugins: promiseActor<InstalledPlugin[], { organizationId: string | undefined }>('fetchPlugins'),
  },
  actions: {
    setPlugins: assign(({ context: { form } }, { options }: { options: InstalledPlugin[] }) => {
      const first = { pluginInstanceId: options[0]?.instance.id ?? '' }
      // What is chosen for a person is nothing that they typed.
      const begun = { ...form, initial: { ...form.initial, ...first } }
      return { plugins: options, form: form.values.pluginInstanceId ? begun : withFields(begun, first) }
    }),
    showMessage: (_, _params: { message: string }) => {},
    reportAddFailure: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(formParts<AutoresponderValues>(autoresponderForm))
  .createMachine({
    id: 'autoresponderCreate',
    context: ({ input }) => ({
      campaignId: input.campaignId,
      organizationId: input.organizationId,
      form: newForm(emptyForm, input.draft),
      plugins: [],
    }),
    initial: 'open',
    states: {
      open: {
        tags: 'open',
        type: 'parallel',
        states: {
          form: {
            initial: 'editing',
            states: {
              editing: {
                on: {
                  ...fieldEvents<AutoresponderValues>(),
                  'field.change': {
                    actions: [
                      { type: 'changeField', params: ({ event }) => event },
                      // What is typed is judged at once (EM-03).
                      { type: 'touchChanged', params: ({ event }) => event },
                    ],
                  },
                  ...leaveTo('#autoresponderCreate.cancelled'),
                  'dialog.submit': { guard: 'isValid', target: 'adding' },
                },
              },
              asking: { tags: 'asking', on: answersTo('#autoresponderCreate.cancelled') },
              adding: {
                tags: 'busy',
                entry: { type: 'showChange', params: { resource: 'autoresponders', kind: 'add' } },
                invoke: {
                  src: 'createAutoresponder',
                  input: ({ context }) => ({ campaignId: context.campaignId, values: context.form.values }),
                  onDone: {
                    target: '#autoresponderCreate.added',
                    actions: ['confirmChange', { type: 'showMessage', params: { message: 'Auto-responder added' } }],
                  },
                  // The dialog closes when the request settles, so what was typed is kept for the next time.
                  onError: {
                    target: '#autoresponderCreate.failed',
                    actions: ['revertChange', 'keepDraft', withError('reportAddFailure')],
                  },
                },
              },
            },
          },
          plugins: optionsRegion<InstalledPlugin>()('fetchPlugins', 'setPlugins'),
        },
      },
      added: { type: 'final' },
      failed: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
