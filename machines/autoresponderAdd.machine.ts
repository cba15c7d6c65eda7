import { assign, sendParent, setup } from 'xstate'
import type { InstalledPlugin } from '../contract/plugins'
import { fieldErrors } from '../contract/forms/fields'
import { autoresponderForm, type AutoresponderValues } from '../contract/forms/autoresponder'
import { type FieldEvent, type Form, newForm, withFields, withTouched } from './form'
import { changeParts } from './pendingChanges'
import { promiseActor } from './actors'

export interface AutoresponderAddInput {
  campaignId: string
  organizationId: string | undefined
  /** What was typed before an addition that failed, so that it is not lost. */
  draft?: AutoresponderValues | undefined
}
interface Context {
  campaignId: string
  organizationId: string | undefined
  form: Form<AutoresponderValues>
  plugins: InstalledPlugin[]
}
export type AutoresponderAddEvent =
  | FieldEvent<AutoresponderValues>
  | { type: 'plugins.retry' }
  | { type: 'dialog.submit' }
  | { type: 'dialog.cancel' }

const emptyForm: AutoresponderValues = { pluginInstanceId: '', from: '', event: 'order.completed', subject: '' }

/** Whether Add may be pressed (EM-03). */
export const isAutoresponderAddable = ({ form }: Pick<Context, 'form'>) =>
  Object.keys(fieldErrors(autoresponderForm, form.values)).length === 0

/** A typed field is judged at once (EM-03), so a change touches it too. */
const judged = (form: Form<AutoresponderValues>, fields: Partial<AutoresponderValues>) => {
  let judgedForm = withFields(form, fields)
  // Object.keys knows only strings; these are the fields of the form's own values.
  for (const field of Object.keys(fields) as (keyof AutoresponderValues)[]) judgedForm = withTouched(judgedForm, field)
  return judgedForm
}

/** Adding an email auto-responder to a campaign (EM-02 to EM-06). */
export const autoresponderAddMachine = setup({
  types: {
    input: {} as AutoresponderAddInput,
    context: {} as Context,
    events: {} as AutoresponderAddEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    createAutoresponder: promiseActor<void, { campaignId: string; values: AutoresponderValues }>('createAutoresponder'),
    fetchPlugins: promiseActor<InstalledPlugin[], { organizationId: string | undefined }>('fetchPlugins'),
  },
  actions: {
    changeField: assign({ form: ({ context }, params: Partial<AutoresponderValues>) => judged(context.form, params) }),
    touchField: assign({
      form: ({ context }, params: { field: keyof AutoresponderValues }) => withTouched(context.form, params.field),
    }),
    setPlugins: assign(({ context }, params: { plugins: InstalledPlugin[] }) => ({
      plugins: params.plugins,
      form: withFields(context.form, {
        pluginInstanceId: context.form.values.pluginInstanceId || (params.plugins[0]?.instance.id ?? ''),
      }),
    })),
    keepDraft: sendParent((_, draft: { campaignId: string; values: AutoresponderValues }) => ({
      type: 'autoresponderDraft.keep',
      ...draft,
    })),
    reportAddFailure: (_, _params: { error: unknown }) => {},
  },
  guards: { isValid: ({ context }) => isAutoresponderAddable(context) },
})
  .extend(changeParts)
  .createMachine({
    id: 'autoresponderAdd',
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
                  'field.change': { actions: { type: 'changeField', params: ({ event }) => event.fields } },
                  'field.blur': { actions: { type: 'touchField', params: ({ event }) => ({ field: event.field }) } },
                  'dialog.submit': { guard: 'isValid', target: 'adding' },
                  'dialog.cancel': '#autoresponderAdd.cancelled',
                },
              },
              adding: {
                tags: 'busy',
                entry: { type: 'showChange', params: { resource: 'autoresponders', kind: 'add' } },
                invoke: {
                  src: 'createAutoresponder',
                  input: ({ context }) => ({ campaignId: context.campaignId, values: context.form.values }),
                  onDone: { target: '#autoresponderAdd.added', actions: 'confirmChange' },
                  // The dialog closes when the request settles, so what was typed is kept for the next time.
                  onError: {
                    target: '#autoresponderAdd.failed',
                    actions: [
                      'revertChange',
                      {
                        type: 'keepDraft',
                        params: ({ context }) => ({ campaignId: context.campaignId, values: context.form.values }),
                      },
                      { type: 'reportAddFailure', params: ({ event }) => ({ error: event.error }) },
                    ],
                  },
                },
              },
            },
          },
          plugins: {
            initial: 'loading',
            states: {
              loading: {
                invoke: {
                  src: 'fetchPlugins',
                  input: ({ context }) => ({ organizationId: context.organizationId }),
                  onDone: {
                    target: 'ready',
                    actions: { type: 'setPlugins', params: ({ event }) => ({ plugins: event.output }) },
                  },
                  onError: 'failed',
                },
              },
              ready: {},
              failed: { on: { 'plugins.retry': 'loading' } },
            },
          },
        },
      },
      added: { type: 'final' },
      failed: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
