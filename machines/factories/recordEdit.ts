import * as z from 'zod/mini'
import { changedFields, givenFields } from '../../contract/forms/changedFields'
import { promiseActor } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import { recordFlow } from './recordFlow'

/** A record of which nothing is to be said but its fields: each is typed into a form and sent as it is. */
export interface PlainRecord<Row, Values> {
  /** The resource whose calls read, add and change it, such as `suppliers`. */
  resource: string
  /** What people call one. */
  noun: string
  form: z.ZodMiniType<Values, Values>
  /** What the form shows of one, and what a new one begins with. */
  valuesOf: (record?: Row) => Values
  /** The fields that may be emptied. */
  optional: readonly (keyof Values)[]
}

export interface RecordEditInput extends FlowSurroundings {
  /** None for a new one. */
  id: string | undefined
}

/** What is sent of a record: all that was typed of a new one, of another one what has changed. */
export interface RecordSaving {
  resource: string
  organizationId: string | undefined
  record: { id: string; version?: number | null | undefined } | undefined
  fields: object
}

/** Adding such a record, or editing one, from the open panel to the server's yes. */
export function recordEdit<Row extends RecordSaving['record'] & object, Values extends object>(
  id: string,
  { resource, noun, form, valuesOf, optional }: PlainRecord<Row, Values>,
) {
  const fieldsOf = (record: Row | undefined, values: Values): object =>
    record ? changedFields(form, valuesOf(record), values, optional) : givenFields(z.parse(form, values))
  return recordFlow({
    id,
    form,
    valuesOf: (record: Row | undefined) => valuesOf(record),
    context: ({ id: recordId, organizationId }: RecordEditInput) => ({ resource, id: recordId, organizationId }),
    actors: {
      /** Of a new record there is nothing to read. */
      fetchRecord: promiseActor<
        object | undefined,
        { resource: string; organizationId: string | undefined; id: string | undefined }
      >('fetchRecord'),
      saveRecord: promiseActor<void, RecordSaving>('saveRecord'),
    },
    load: { src: 'fetchRecord', input: (context) => context },
    isReread: true,
    submit: {
      state: 'saving',
      src: 'saveRecord',
      input: ({ organizationId, record, form: { values } }) => ({
        resource,
        organizationId,
        record,
        fields: fieldsOf(record, values),
      }),
      change: ({ record, form: { values } }) =>
        record
          ? { resource, kind: 'merge', id: record.id, fields: fieldsOf(record, values) }
          : { resource, kind: 'add' },
      message: ({ record }) => `${noun} ${record ? 'saved' : 'added'}`,
      done: 'saved',
    },
    refusesFields: true,
  })
}
