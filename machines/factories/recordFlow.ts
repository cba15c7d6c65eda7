import { assign, type InputFrom, type OutputFrom } from 'xstate'
import type { ZodMiniType } from 'zod/mini'
import { withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import { type FieldEvent, fieldEvents, type LeaveEvent, leaveTo, newForm, submitTo } from '../form'
import type { Change } from '../pendingChanges'
import {
  type RecordChange,
  type RecordEvent,
  type RecordForm,
  recordFormParts,
  outdatedTo,
  recordQuestions,
  refreshOf,
  saveQuestions,
} from '../recordForm'
import { refusedTo } from '../refusedFields'
import { endings, failedTo, type Flow, type FlowActors, flowOf, type Sending, sendingState } from './sending'

/** What is read before the form can be shown. */
interface Loading<Context, Actors extends FlowActors, Src extends keyof Actors> {
  src: Src
  input: (context: Context) => InputFrom<Actors[Src]>
  /** What becomes of the answer where it is not the record itself: the name of the action, and what it sets. */
  keeps?: { action: string; as: (output: OutputFrom<Actors[Src]>) => Partial<Context> }
  /** Whether it can be left meanwhile, as when Back takes its address away. */
  canBeLeft?: boolean
}

interface Versioned {
  version?: number | null | undefined
}

/** A form over a record that others may change meanwhile (GE-09). */
interface RecordFlow<
  Input extends FlowSurroundings,
  Row extends Versioned | undefined,
  Values extends object,
  About extends object,
  Actors extends FlowActors,
  Src extends keyof Actors & string,
  LoadSrc extends keyof Actors & string,
  Left extends string,
  Event extends { type: string },
> {
  id: string
  form: ZodMiniType<unknown, Values>
  /** What the form shows of the record; of a new one, or of one that is not read yet, what it begins with. */
  valuesOf: (record: Row) => Values
  /** What was typed before, if that was kept. */
  draft?: (input: Input) => Values | undefined
  /** What the flow is about, beside the record and the form. */
  context: (input: Input) => About
  /** The record, where whoever opens the flow has it; else it is read, or there is none yet. */
  record?: (input: Input) => Row
  load?: Loading<About & RecordForm<Row, Values>, Actors, LoadSrc>
  actors: Actors
  /** Whether it is told of the record while it is open; else news come with a refusal alone. */
  isReread: boolean
  /** What else leads away from it at once, without input. */
  leftBy?: Left
  /** What leads from it to something else: the event, and the action that opens that, with its parameters. */
  leadsAway?: { by: Event['type']; action: string; params: (event: Event) => object }
  submit: Sending<About & RecordForm<Row, Values>, Actors, Src, never>
  /** Whether the server may refuse single fields, which is said at them. */
  refusesFields?: boolean
  /** Whether the dialog closes before the answer is there. A failure then ends the flow, and the workspace keeps what was typed. */
  closesAtOnce?: boolean
}

/**
 * What is sent of a record that is changed, and shown before the answer: the fields that differ, upon the version that the
 * person has seen. `fieldsOf` tells them from the record and what is typed.
 */
export const changing = <Row extends Versioned & { id: string }, Values, Fields extends object>(
  resource: string,
  fieldsOf: (record: Row, values: Values) => Fields,
) => ({
  input: ({ record, form }: RecordForm<Row, Values>): RecordChange<Fields> => ({
    id: record.id,
    version: record.version,
    fields: fieldsOf(record, form.values),
  }),
  change: ({ record, form }: RecordForm<Row, Values>): Change => ({
    resource,
    kind: 'merge',
    id: record.id,
    fields: fieldsOf(record, form.values),
  }),
})

export type RecordFlowEvent<Row, Values> =
  | FieldEvent<Values>
  | RecordEvent<NonNullable<Row>>
  | LeaveEvent
  | { type: 'dialog.submit' }

/** The flow of a form over a record: read, edited, sent, and decided about when somebody else has changed it. */
export function recordFlow<
  Input extends FlowSurroundings,
  Row extends Versioned | undefined,
  Values extends object,
  About extends object,
  Actors extends FlowActors,
  Src extends keyof Actors & string,
  LoadSrc extends keyof Actors & string = never,
  Left extends string = never,
  Event extends { type: string } = never,
>({
  id,
  form,
  valuesOf,
  draft,
  context,
  record,
  load,
  actors,
  isReread,
  leftBy,
  leadsAway,
  submit,
  refusesFields,
  closesAtOnce,
}: RecordFlow<Input, Row, Values, About, Actors, Src, LoadSrc, Left, Event>): Flow<
  About & RecordForm<Row, Values>,
  RecordFlowEvent<Row, Values> | { type: Left } | Event,
  Actors,
  'open' | 'busy' | 'asking' | 'deciding',
  Input
> {
  const failed = closesAtOnce
    ? { target: 'failed', actions: ['revertChange', 'keepDraft', withError('reportError')] }
    : failedTo('editing')
  const parts = recordFormParts<Row, Values>(form, valuesOf)
  const { keeps } = load ?? {}
  const loaded = keeps
    ? { type: keeps.action, params: ({ event }: { event: { output: never } }) => ({ kept: keeps.as(event.output) }) }
    : { type: 'beginWith', params: ({ event }: { event: { output: unknown } }) => ({ record: event.output }) }
  return flowOf(
    {
      id,
      context: ({ input }: { input: Input }) => {
        // Of a record that is read first, and of a new one, there is nothing yet.
        const known = record?.(input) as Row
        return { ...context(input), record: known, form: newForm(valuesOf(known), draft?.(input)), theirs: undefined }
      },
      initial: load ? 'loading' : 'editing',
      states: {
        ...(load && {
          loading: {
            invoke: {
              src: load.src,
              input: ({ context: known }: { context: About & RecordForm<Row, Values> }) => load.input(known),
              onDone: { target: 'editing', actions: loaded },
              onError: { target: 'failed', actions: withError('reportError') },
            },
            ...(load.canBeLeft && { on: { 'dialog.cancel': 'cancelled' } }),
          },
        }),
        editing: {
          tags: 'open',
          on: {
            ...fieldEvents<Values>(),
            ...(isReread && refreshOf<NonNullable<Row>>()),
            ...leaveTo('cancelled'),
            ...(leftBy && { [leftBy]: 'cancelled' }),
            'dialog.submit': submitTo(submit.state),
            ...(leadsAway && {
              [leadsAway.by]: {
                target: 'cancelled',
                actions: { type: leadsAway.action, params: ({ event }: { event: Event }) => leadsAway.params(event) },
              },
            }),
          },
        },
        ...(isReread ? recordQuestions<NonNullable<Row>, Values>() : saveQuestions<Values>()),
        [submit.state]: sendingState(
          submit,
          [...outdatedTo(submit.state), ...(refusesFields ? [refusedTo('editing')] : []), failed],
          closesAtOnce ? 'busy' : undefined,
        ),
        ...endings(
          submit.done,
          ...(closesAtOnce ? ['failed', 'cancelled'] : ['cancelled', ...(load ? ['failed'] : [])]),
        ),
      },
    },
    {
      actors,
      actions: {
        ...parts.actions,
        ...(keeps && { [keeps.action]: assign((_, { kept }: { kept: object }) => kept) }),
      },
      guards: parts.guards,
      given: [leadsAway?.action],
    },
  )
}
