import { assign, setup } from 'xstate'
import type { InstalledPlugin } from '../../contract/plugins'
import { autoresponderForm, type AutoresponderValues } from '../../contract/forms/autoresponders'
import { type FieldEvent, type Form, fieldEvents, formParts, newForm, withFields } from '../form'
import { changeParts } from '../pendingChanges'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flows'
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
  | { type: 'dialog.submit' }
  | { type: 'dialog.cancel' }

const emptyForm: AutoresponderValues = { pluginInstanceId: '', from: '', event: 'order.completed', subject: '' }

/** Adding an email auto-responder to a campaign (EM-02 to EM-06). */
export const autoresponderCreateMachine = setup({
  types: {
    input: {} as AutoresponderCreateInput,
    context: {} as Context,
    events: {} as AutoresponderCreateEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    createAutoresponder: promiseActor<void, { campaignId: string; values: AutoresponderValues }>('createAutoresponder'),
    fetchPlugins: promiseActor<InstalledPlugin[], { organizationId: string | undefined }>('fetchPlugins'),
  },
  actions: {
    setPlugins: assign(({ context }, { options }: { options: InstalledPlugin[] }) => ({
      plugins: options,
      form: withFields(context.form, {
        pluginInstanceId: context.form.values.pluginInstanceId || (options[0]?.instance.id ?? ''),
      }),
    })),
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
      form: newForm(input.draft ?? emptyForm),
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
                  'dialog.submit': { guard: 'isValid', target: 'adding' },
                  'dialog.cancel': '#autoresponderCreate.cancelled',
                },
              },
              adding: {
                tags: 'busy',
                entry: { type: 'showChange', params: { resource: 'autoresponders', kind: 'add' } },
                invoke: {
                  src: 'createAutoresponder',
                  input: ({ context }) => ({ campaignId: context.campaignId, values: context.form.values }),
                  onDone: { target: '#autoresponderCreate.added', actions: 'confirmChange' },
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
