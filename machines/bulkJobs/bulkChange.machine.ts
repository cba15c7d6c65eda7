import { assign, setup } from 'xstate'
import { bulkForm, bulkValues, type BulkValues } from '../../contract/forms/bulkJobs'
import type { BulkJob } from '../../contract/extensions/bulkJobs'
import { type BulkAction, whyNotBulk } from '../../contract/rules/bulkJobs'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import {
  answersTo,
  type FieldEvent,
  fieldEvents,
  formParts,
  type LeaveEvent,
  leaveTo,
  newForm,
  submitTo,
  type WithForm,
} from '../form'

/** Which records: some that were chosen one by one, or all that the list finds at the moment. */
export type ChosenRows =
  | { ids: readonly string[] }
  | { search: { q: string; filters: Readonly<Record<string, string | string[]>> } }

export interface BulkChangeInput extends FlowSurroundings {
  action: BulkAction
  /** What the button was called, such as 'Change prices'. */
  title: string
  chosen: ChosenRows
  /** How many, as the list said. */
  count: number
}
/** How one has ended, and what is said of it. */
export interface EndedJob {
  job: BulkJob
  told: string
}

const whyNotUndone = ({ state, action, ran }: BulkJob) =>
  whyNotBulk('undo', { state, action, changed: ran.done, isOld: false })

interface Context extends Omit<BulkChangeInput, 'draft'>, WithForm<BulkValues> {
  /** What is tried, once it has been begun. */
  job: BulkJob | undefined
}

/** One action over many records: what is asked of it, what a trial says it would do, and the yes to that (WF-03). */
export const bulkChangeMachine = setup({
  types: {
    input: {} as BulkChangeInput,
    context: {} as Context,
    events: {} as FieldEvent<BulkValues> | LeaveEvent | { type: 'dialog.submit' } | { type: 'delete.undo' },
    tags: {} as 'open' | 'busy' | 'asking' | 'trying',
  },
  actors: {
    createBulkJob: promiseActor<BulkJob, Context>('createBulkJob'),
    startBulkJob: promiseActor<void, { jobId: string }>('startBulkJob'),
    dropBulkJob: promiseActor<void, { jobId: string }>('dropBulkJob'),
    /** Comes to an end with the job, and does not fail. */
    awaitBulkJob: promiseActor<EndedJob, { jobId: string }>('awaitBulkJob'),
    undoBulkJob: promiseActor<void, { jobId: string }>('undoBulkJob'),
  },
  actions: {
    setJob: assign({ job: (_, { job }: { job: BulkJob }) => job }),
    showMessage: (_, _params: { message: string }) => {},
    /** Says how it has ended, with a way to undo it. */
    offerUndo: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
  guards: { canBeUndone: (_, { job }: EndedJob) => whyNotUndone(job) === undefined },
  // As long as the message with the way to undo it stands.
  delays: { undoPeriod: 10_000 },
})
  .extend(formParts<BulkValues>(bulkForm))
  .createMachine({
    id: 'bulkChange',
    context: ({ input: { organizationId, action, title, chosen, count } }) => ({
      organizationId,
      action,
      title,
      chosen,
      count,
      form: newForm(bulkValues(action)),
      job: undefined,
    }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: { ...fieldEvents<BulkValues>(), ...leaveTo('closed'), 'dialog.submit': submitTo('creating') },
      },
      asking: { tags: ['open', 'asking'], on: answersTo('closed') },
      creating: {
        tags: ['open', 'busy'],
        invoke: {
          src: 'createBulkJob',
          input: ({ context }) => context,
          onDone: { target: 'trying', actions: { type: 'setJob', params: ({ event }) => ({ job: event.output }) } },
          onError: { target: 'editing', actions: withError('reportError') },
        },
      },
      /** The server tries each row and says what would become of it; nobody has to wait for that. */
      trying: {
        tags: ['open', 'trying'],
        on: { 'dialog.submit': 'starting', 'dialog.cancel': 'dropping', 'dialog.leave': 'dropping' },
      },
      starting: {
        tags: ['open', 'trying', 'busy'],
        invoke: {
          src: 'startBulkJob',
          input: ({ context }) => ({ jobId: context.job?.id ?? '' }),
          onDone: {
            target: 'following',
            actions: {
              type: 'showMessage',
              params: { message: 'Begun. It goes on by itself; Settings, Bulk changes says how far it is.' },
            },
          },
          onError: { target: 'trying', actions: withError('reportError') },
        },
      },
      /** It goes on by itself, whatever else is done meanwhile; how it has ended is told (GE-06). */
      following: {
        invoke: {
          src: 'awaitBulkJob',
          input: ({ context }) => ({ jobId: context.job?.id ?? '' }),
          onDone: [
            {
              guard: { type: 'canBeUndone', params: ({ event }) => event.output },
              target: 'undoable',
              actions: [
                { type: 'setJob', params: ({ event }) => event.output },
                { type: 'offerUndo', params: ({ event }) => ({ message: event.output.told }) },
              ],
            },
            {
              target: 'closed',
              actions: { type: 'showMessage', params: ({ event }) => ({ message: event.output.told }) },
            },
          ],
        },
      },
      undoable: { on: { 'delete.undo': 'undoing' }, after: { undoPeriod: 'closed' } },
      undoing: {
        invoke: {
          src: 'undoBulkJob',
          input: ({ context }) => ({ jobId: context.job?.id ?? '' }),
          onDone: {
            target: 'closed',
            actions: { type: 'showMessage', params: { message: 'It is being taken back' } },
          },
          onError: { target: 'closed', actions: withError('reportError') },
        },
      },
      /** What nobody wants is not tried to its end; should nobody hear of that, it is forgotten within a day. */
      dropping: {
        invoke: {
          src: 'dropBulkJob',
          input: ({ context }) => ({ jobId: context.job?.id ?? '' }),
          onDone: 'closed',
          onError: 'closed',
        },
      },
      closed: { type: 'final' },
    },
  })
