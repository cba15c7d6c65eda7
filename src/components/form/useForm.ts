import { useSelector } from '@xstate/react'
import type { ActorRef, AnyMachineSnapshot } from 'xstate'
import type { ZodMiniType } from 'zod/mini'
import type { FieldErrors } from '../../../contract/forms/fields'
import { type FieldEvent, type Form, isFormValid, visibleErrors } from '../../../machines/form'
import { newsOf, type RecordForm } from '../../../machines/recordForm'
import type { RecordNewsProps, TakenNews } from './RecordNews'

/** A flow with a form, as far as a form's fields need to know it. */
export interface FormFlow<Values> extends Pick<
  ActorRef<FormState<Values>, FieldEvent<Values>>,
  'getSnapshot' | 'subscribe'
> {
  send: (event: FieldEvent<Values>) => void
}
type FormState<Values> = AnyMachineSnapshot & { context: { form: Form<Values> } }

interface Field<Value> {
  name: string
  value: Value
  error: string | undefined
  warning: string | undefined
  disabled: boolean
  onChange: (value: Value) => void
  onBlur: () => void
}
/** The fields of a kind of value. */
type NamesOf<Values, Value> = { [Name in keyof Values]: Values[Name] extends Value ? Name : never }[keyof Values] &
  string

const none = () => ({})

/**
 * What the fields of a flow's form show and do. Messages show once a field was touched (AO-04); `warningsOf` has what
 * holds nothing up.
 */
export function useForm<Values extends object>(
  flow: FormFlow<Values>,
  schema: ZodMiniType<unknown, Values>,
  warningsOf: (form: Form<Values>) => FieldErrors<Values> = none,
) {
  const form = useSelector(flow, (state) => state.context.form)
  const isBusy = useSelector(flow, (state) => state.hasTag('busy'))
  const errors = visibleErrors(schema, form)
  const warnings = warningsOf(form)
  // The fields are some of the form's own, under their names.
  const change = (fields: Partial<Values>) => flow.send({ type: 'field.change', fields })
  const field = <Name extends keyof Values & string>(name: Name): Field<Values[Name]> => ({
    name,
    value: form.values[name],
    error: errors[name],
    warning: errors[name] === undefined ? warnings[name] : undefined,
    disabled: isBusy,
    // A computed key is any of them to TypeScript; this one is the field's own.
    onChange: (value) => change({ [name]: value } as unknown as Partial<Values>),
    onBlur: () => flow.send({ type: 'field.blur', field: name }),
  })
  return {
    values: form.values,
    isBusy,
    isValid: isFormValid(schema, form),
    change,
    field,
    /** A checkbox. */
    choice: (name: NamesOf<Values, boolean>) => {
      const { value, ...rest } = field(name)
      return { ...rest, checked: value === true }
    },
  }
}

/** A flow with the form of a record, as far as news of it need to know it. */
interface RecordFlow<Row, Values> extends Pick<
  ActorRef<RecordState<Row, Values>, Decision>,
  'getSnapshot' | 'subscribe'
> {
  send: (event: Decision) => void
}
type RecordState<Row, Values> = AnyMachineSnapshot & { context: RecordForm<Row, Values> }
type Decision = { type: 'theirs.use' } | { type: 'mine.keep' }

const shownValue = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : ''
}

/**
 * What somebody else did to the record of a flow's form, while the person has yet to decide about it, or where it was shown
 * at once (GE-09): told by the labels of its fields, or in words of the form's own.
 */
export function useNews<Row, Values extends object>(
  flow: RecordFlow<Row, Values>,
  valuesOf: (record: Row, before: Values) => Values,
  told: Readonly<Record<keyof Values, string>> | ((before: Values, now: Values) => RecordNewsProps['news']),
): RecordNewsProps | TakenNews | undefined {
  const { theirs, taken, form } = useSelector(flow, (state) => state.context)
  const isDeciding = useSelector(flow, (state) => state.hasTag('deciding'))
  const newsSince = (before: Values, now: Values) =>
    typeof told === 'function'
      ? told(before, now)
      : newsOf<Values>(before, now).map(({ field, from, to }) => ({
          label: told[field],
          from: shownValue(from),
          to: shownValue(to),
        }))
  if (theirs !== undefined && isDeciding) {
    return {
      news: newsSince(form.initial, valuesOf(theirs, form.initial)),
      onUseTheirs: () => flow.send({ type: 'theirs.use' }),
      onKeepMine: () => flow.send({ type: 'mine.keep' }),
    }
  }
  const news = taken === undefined ? [] : newsSince(valuesOf(taken, form.initial), form.initial)
  return news.length > 0 ? { news, isTaken: true } : undefined
}
