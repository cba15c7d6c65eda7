import { type AnyEventObject, assign } from 'xstate'
import type { ZodMiniType } from 'zod/mini'
import { currentRecord } from '../contract/versions'
import { withError } from './actors'
import {
  answersTo,
  fieldEvents,
  type Form,
  fieldsOf,
  formParts,
  isSame,
  isSameField,
  leaveTo,
  newForm,
  type WithForm,
} from './form'
import type { SharedAction } from './pendingChanges'

// Two people may have the same record open. Whoever saves later is asked first, and never overwrites what they have not
// seen (GE-09).

/** The form of a record that others may change meanwhile. */
export interface RecordForm<Row, Values> extends WithForm<Values> {
  /** As it was when the form began, or when the person last decided. */
  record: Row
  /** As somebody else has changed it since, while there is input of which the person has yet to decide. */
  theirs: Row | undefined
  /** What the person saw before somebody else's change was shown in its place, as nothing was typed yet. */
  taken?: Row | undefined
}

/** A record of which a backend may count the versions. */
interface Versioned {
  version?: number | null | undefined
}

/** What happens to such a form beside its fields. */
export type RecordEvent<Row> =
  /** What the server holds now. */
  { type: 'record.refresh'; record: Row } | { type: 'theirs.use' } | { type: 'mine.keep' }

/** The fields of a record to save, upon the version that the person has seen where its backend counts versions. */
export interface RecordChange<Fields> {
  id: string
  version: number | null | undefined
  fields: Fields
}

/** What somebody else did to a field. */
export interface FieldNews<Values> {
  field: keyof Values
  from: Values[keyof Values]
  to: Values[keyof Values]
}

/** What differs between what a form began with and what the record holds now. */
export const newsOf = <Values extends object>(before: Values, now: Values): FieldNews<Values>[] =>
  fieldsOf(now)
    .filter((field) => !isSameField(before[field], now[field]))
    .map((field) => ({ field, from: before[field], to: now[field] }))

/** What was typed over what the record holds now: the fields that the person did not change are as they are there. */
export function rebased<Values extends object>({ initial, values, touched }: Form<Values>, now: Values): Form<Values> {
  const kept = { ...now }
  for (const field of fieldsOf(values)) if (!isSameField(values[field], initial[field])) kept[field] = values[field]
  return { initial: now, values: kept, touched }
}

/** The actions and guards of such a form; `valuesOf` has what it shows of a record, told what it began with before. */
export function recordFormParts<Row extends Versioned | undefined, Values extends object>(
  schema: ZodMiniType<unknown, Values>,
  valuesOf: (record: Row, before: Values) => Values,
) {
  type Context = RecordForm<Row, Values>
  const change = <Params>(next: (context: Context, params: Params) => Partial<Context>) =>
    // An action of xstate's is such a function, to be called by xstate only.
    assign<Context, AnyEventObject, Params & undefined, AnyEventObject, never>(({ context }, params) =>
      next(context, params),
    ) as unknown as SharedAction<Params, Context>
  /** What a change was refused for. A backend that holds what the person has seen would refuse it again and again. */
  const currentRow = ({ record, form }: Context, error: unknown): Row | undefined => {
    // A backend answers with a record of the kind that it was asked to change.
    const current = currentRecord(error) as Row | undefined
    const isAsSeen =
      current && current.version === record?.version && isSame(valuesOf(current, form.initial), form.initial)
    return isAsSeen ? undefined : current
  }
  /** What the fields stand for, as '99' is '99.00'; what can't be read stands for itself. */
  const read = (values: Values): Partial<Record<keyof Values, unknown>> => {
    const { success, data } = schema.safeParse(values)
    return success ? (data as object) : values
  }
  /** Whether nothing that the form shows is otherwise than it began, or than it was typed: an own save whose answer was lost. */
  const isAsBegunOrTyped = ({ form: { initial, values } }: Context, record: Row) => {
    const now = valuesOf(record, initial)
    const [held, typed] = [read(now), read(values)]
    return fieldsOf(now).every(
      (field) => isSameField(now[field], initial[field]) || isSameField(held[field], typed[field]),
    )
  }
  const { actions, guards } = formParts<Values>(schema)
  return {
    actions: {
      ...actions,
      beginWith: change(({ form }, { record }: { record: Row }) => ({
        record,
        form: newForm(valuesOf(record, form.initial)),
        theirs: undefined,
      })),
      /** Shows what somebody else has changed, where nothing was typed; it is told from what the person saw first. */
      takeTheirs: change(({ record: seen, taken, form }, { record }: { record: Row }) => ({
        record,
        form: newForm(valuesOf(record, form.initial)),
        theirs: undefined,
        taken: taken === undefined ? seen : taken,
      })),
      /** Nothing that the form shows has changed, but perhaps the version has. */
      keepUp: change((_, { record }: { record: Row }) => ({ record, theirs: undefined })),
      noteTheirs: change((_, { record }: { record: Row }) => ({ theirs: record })),
      noteCurrent: change((context, { error }: { error: unknown }) => ({ theirs: currentRow(context, error) })),
      keepUpWithCurrent: change((context, { error }: { error: unknown }) => ({
        record: currentRow(context, error) ?? context.record,
        theirs: undefined,
      })),
      useTheirs: change(({ theirs, form }, _: unknown) =>
        theirs === undefined
          ? {}
          : { record: theirs, form: newForm(valuesOf(theirs, form.initial)), theirs: undefined, taken: undefined },
      ),
      keepMine: change(({ theirs, form }, _: unknown) =>
        theirs === undefined
          ? {}
          : {
              record: theirs,
              form: rebased(form, valuesOf(theirs, form.initial)),
              theirs: undefined,
              taken: undefined,
            },
      ),
    },
    guards: {
      ...guards,
      /** Whether the form shows the same of it as it began with, or what is typed in it. */
      isNoNews: ({ context }: { context: Context }, { record }: { record: Row }) => isAsBegunOrTyped(context, record),
      hasNews: ({ context }: { context: Context }) => context.theirs !== undefined,
      /** Whether a change was refused because the record has changed meanwhile. */
      isOutdated: ({ context }: { context: Context }, { error }: { error: unknown }) =>
        currentRow(context, error) !== undefined,
      /** Whether it was, in nothing of which the person has to decide. */
      isOutdatedUnseen: ({ context }: { context: Context }, { error }: { error: unknown }) => {
        const current = currentRow(context, error)
        return current !== undefined && isAsBegunOrTyped(context, current)
      },
    },
  }
}

// What a flow with a RecordForm does when somebody else changes its record: its states and transitions, by name.

type Refresh<Row> = { event: { record: Row } }
const withRecord =
  <Row>() =>
  <Type extends string>(type: Type) => ({ type, params: ({ event: { record } }: Refresh<Row>) => ({ record }) })

/** While a form is edited, news of its record are shown at once when nothing was typed, and decided about otherwise. */
export const refreshOf = <Row>() =>
  ({
    'record.refresh': [
      { guard: withRecord<Row>()('isNoNews'), actions: withRecord<Row>()('keepUp') },
      { guard: 'hasInput', target: 'deciding', actions: withRecord<Row>()('noteTheirs') },
      { actions: withRecord<Row>()('takeTheirs') },
    ],
  }) as const

/** News of a record while a form may not be typed into, such as when what was typed is said once more. */
export const newsTo =
  <Row>() =>
  <Target extends string>(target: Target) =>
    [
      { guard: withRecord<Row>()('isNoNews'), actions: withRecord<Row>()('keepUp') },
      { target, actions: withRecord<Row>()('noteTheirs') },
    ] as const

/**
 * What a person is asked before a save: what to do about news of the record (GE-09), and whether to discard what was typed
 * (GE-07). Of a record that nobody reads meanwhile, news come with a refusal alone.
 */
export const saveQuestions = <Values>() =>
  ({
    deciding: {
      tags: ['open', 'deciding'],
      on: {
        ...fieldEvents<Values>(),
        'theirs.use': { target: 'editing', actions: 'useTheirs' },
        'mine.keep': { target: 'editing', actions: 'keepMine' },
        ...leaveTo('cancelled'),
      },
    },
    asking: {
      tags: ['open', 'asking'],
      on: {
        ...answersTo('cancelled'),
        'input.keep': [{ guard: 'hasNews', target: 'deciding' }, { target: 'editing' }],
      },
    },
  }) as const

/** The same of a record that is read again while it is open; news that come while the person is asked wait. */
export const recordQuestions = <Row, Values>() => {
  const { deciding, asking } = saveQuestions<Values>()
  return {
    deciding: {
      ...deciding,
      on: {
        ...deciding.on,
        'record.refresh': [
          { guard: withRecord<Row>()('isNoNews'), target: 'editing', actions: withRecord<Row>()('keepUp') },
          { actions: withRecord<Row>()('noteTheirs') },
        ],
      },
    },
    asking: {
      ...asking,
      on: {
        ...asking.on,
        'record.refresh': [
          { guard: withRecord<Row>()('isNoNews'), actions: withRecord<Row>()('keepUp') },
          { actions: withRecord<Row>()('noteTheirs') },
        ],
      },
    },
  } as const
}

/**
 * What becomes of a save that was refused because the record has changed: the person decides. When nothing that they see
 * has changed, there is nothing to decide, and it is saved again upon the new version.
 */
export const outdatedTo = <Target extends string>(saving: Target) =>
  [
    {
      guard: withError('isOutdatedUnseen'),
      target: saving,
      reenter: true,
      actions: ['revertChange', withError('keepUpWithCurrent')],
    },
    { guard: withError('isOutdated'), target: 'deciding', actions: ['revertChange', withError('noteCurrent')] },
  ] as const
