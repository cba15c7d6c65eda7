import { type AnyEventObject, assign, sendParent } from 'xstate'
import type { ZodMiniType } from 'zod/mini'
import { type FieldErrors, fieldErrors } from '../contract/forms/fields'
import type { SharedAction } from './pendingChanges'
import { refusedOf, withoutFields } from './refusedFields'

/** What a person typed, and which fields they have been to. */
export interface Form<Values> {
  /** What the form began with: what the record holds, or what a new one begins with. */
  initial: Values
  values: Values
  touched: { [Field in keyof Values]?: true }
  /** What the server said about fields as they are, such as that another record has the SKU. */
  refused?: FieldErrors<Values>
}

/** What happens to a form's fields, the same in every flow that has one. */
export type FieldEvent<Values> =
  | { type: 'field.change'; fields: Partial<Values> }
  | { type: 'field.blur'; field: keyof Values }

/** How a person leaves a form, the same in every flow that has one (GE-07). */
export type LeaveEvent =
  /** By its button, which does not ask. */
  | { type: 'dialog.cancel' }
  /** By Escape, the backdrop, or for another page: unsaved input is asked about. */
  | { type: 'dialog.leave' }
  | { type: 'input.discard' }
  | { type: 'input.keep' }

type FieldEventOf<Values, Type> = { event: Extract<FieldEvent<Values>, { type: Type }> }

export interface WithForm<Values> {
  form: Form<Values>
}

/** `typed` is what was typed before, if that was kept. */
export const newForm = <Values>(initial: Values, typed = initial): Form<Values> => ({
  initial,
  values: typed,
  touched: {},
})

export const withFields = <Values extends object>(form: Form<Values>, fields: Partial<Values>): Form<Values> => ({
  ...form,
  values: { ...form.values, ...fields },
  ...(form.refused && { refused: withoutFields(form.refused, fields, form.values) }),
})

export const withTouched = <Values>(form: Form<Values>, fields: readonly (keyof Values)[]): Form<Values> => {
  const touched = { ...form.touched }
  for (const field of fields) touched[field] = true
  return { ...form, touched }
}

// Object.keys knows only strings; these are the fields of a form's own values.
export const fieldsOf = <Values extends object>(values: Partial<Values>) => Object.keys(values) as (keyof Values)[]

/** Whether two fields hold the same, which may be a list. */
export const isSameField = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Fields that both hold, whatever order they are in, with the same values. */
export const isSame = <Values extends object>(one: Values, other: Values) =>
  fieldsOf(one).every((field) => isSameField(one[field], other[field]))

/** An action upon a form; an action of xstate's is such a function, to be called by xstate only. */
const onForm = <Values extends object, Params>(change: (form: Form<Values>, params: Params) => Form<Values>) =>
  assign<WithForm<Values>, AnyEventObject, Params & undefined, AnyEventObject, never>(({ context }, params) => ({
    form: change(context.form, params),
  })) as unknown as SharedAction<Params, WithForm<Values>>

/** Whether nothing is wrong with what was typed (AO-04, EM-03). */
export const isFormValid = <Values>(schema: ZodMiniType<unknown, Values>, form: Form<Values>) =>
  Object.keys(fieldErrors(schema, form.values)).length === 0

/** The actions and guards of a machine with a form, whatever its schema: `setup({ … }).extend(formActions<Values>())`. */
export const formActions = <Values extends object>(lists: readonly (keyof Values & string)[] = []) => ({
  actions: {
    changeField: onForm((form: Form<Values>, { fields }: { fields: Partial<Values> }) => withFields(form, fields)),
    touchField: onForm((form: Form<Values>, { field }: { field: keyof Values }) => withTouched(form, [field])),
    /** A form that is judged while it is typed counts a changed field as touched (EM-03). */
    touchChanged: onForm((form: Form<Values>, { fields }: { fields: Partial<Values> }) =>
      withTouched(form, fieldsOf(fields)),
    ),
    refuseFields: onForm((form: Form<Values>, { error }: { error: unknown }) => ({
      ...form,
      refused: refusedOf(form.values, error, lists),
    })),
    /** A refused submit says all that is wrong. */
    touchAll: onForm((form: Form<Values>, _: unknown) => withTouched(form, fieldsOf(form.values))),
    /** The workspace keeps what was typed for the next time that the flow is opened. */
    keepDraft: sendParent(({ context, self }) => ({
      type: 'draft.keep',
      flowId: self.id,
      values: (context as WithForm<Values>).form.values,
    })) as unknown as SharedAction<unknown, WithForm<Values>>,
  },
})

/**
 * The same, and the guards of a form with one schema: `setup({ … }).extend(formParts(schema))`. What is refused of the items
 * of its `lists` is said at them.
 */
export const formParts = <Values extends object>(
  schema: ZodMiniType<unknown, Values>,
  lists: readonly (keyof Values & string)[] = [],
) => ({
  ...formActions<Values>(lists),
  guards: {
    isValid: ({ context }: { context: WithForm<Values> }) => isFormValid(schema, context.form),
    /** Whether the server refused what a field holds. */
    isFieldRefused: ({ context: { form } }: { context: WithForm<Values> }, { error }: { error: unknown }) =>
      Object.keys(refusedOf(form.values, error, lists)).length > 0,
    hasInput: ({ context: { form } }: { context: WithForm<Values> }) => !isSame(form.values, form.initial),
  },
})

/** What a form takes while it is edited: `on: { ...fieldEvents<Values>(), … }`. */
export const fieldEvents = <Values>() =>
  ({
    'field.change': {
      actions: { type: 'changeField', params: ({ event }: FieldEventOf<Values, 'field.change'>) => event },
    },
    'field.blur': { actions: { type: 'touchField', params: ({ event }: FieldEventOf<Values, 'field.blur'>) => event } },
  }) as const

/** A submit goes to `target` when the form is valid; else every field says what is wrong with it. */
export const submitTo = <Target extends string>(target: Target) =>
  [{ guard: 'isValid', target }, { actions: 'touchAll' }] as const

/** The ways out of a form that is edited: to `cancelled`, and with unsaved input to the question before it (GE-07). */
export const leaveTo = <Target extends string>(cancelled: Target) =>
  ({
    'dialog.leave': [{ guard: 'hasInput', target: 'asking' }, { target: cancelled }],
    'dialog.cancel': cancelled,
  }) as const

/** The answers to that question, 'Discard changes?'. */
export const answersTo = <Target extends string>(cancelled: Target) =>
  ({ 'input.keep': 'editing', 'input.discard': cancelled }) as const

/** The messages to show: those of touched fields (AO-04), and what the server said. */
export function visibleErrors<Values>(schema: ZodMiniType<unknown, Values>, form: Form<Values>): FieldErrors<Values> {
  const errors = fieldErrors(schema, form.values)
  const visible: FieldErrors<Values> = {}
  for (const field in errors) if (form.touched[field]) visible[field] = errors[field]
  const refused: FieldErrors<Values> = form.refused ?? {}
  for (const field in refused) visible[field] ??= refused[field]
  return visible
}
