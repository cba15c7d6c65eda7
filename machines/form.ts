import type { ZodMiniType } from 'zod/mini'
import { type FieldErrors, fieldErrors } from '../contract/forms/fields'

/** What a person typed, and which fields they have been to. */
export interface Form<Values> {
  values: Values
  touched: { [Field in keyof Values]?: true }
}

/** A field that was typed into; `value` fits the field by construction of the event's sender. */
export type FieldEvent<Values> =
  | { type: 'field.change'; fields: Partial<Values> }
  | { type: 'field.blur'; field: keyof Values }

export const newForm = <Values>(values: Values): Form<Values> => ({ values, touched: {} })

export const withFields = <Values>(form: Form<Values>, fields: Partial<Values>): Form<Values> => ({
  ...form,
  values: { ...form.values, ...fields },
})

export const withTouched = <Values>(form: Form<Values>, field: keyof Values): Form<Values> => ({
  ...form,
  touched: { ...form.touched, [field]: true },
})

/** Every field counts as touched, so that a refused submit says all that is wrong. */
export function withAllTouched<Values extends object>(form: Form<Values>): Form<Values> {
  const touched: Form<Values>['touched'] = {}
  // Object.keys knows only strings; these are the fields of the form's own values.
  for (const field of Object.keys(form.values) as (keyof Values)[]) touched[field] = true
  return { ...form, touched }
}

/** The messages to show: those of touched fields (AO-04). */
export function visibleErrors<Values>(schema: ZodMiniType<unknown, Values>, form: Form<Values>): FieldErrors<Values> {
  const errors = fieldErrors(schema, form.values)
  const visible: FieldErrors<Values> = {}
  for (const field in errors) if (form.touched[field]) visible[field] = errors[field]
  return visible
}
