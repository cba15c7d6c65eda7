import { noFields } from '../../contract/schemas'
import type { FlowMachine, FlowName } from '../../machines/flows'

/** The real actors that a flow asks for by name. */
export type ActorsOf<Name extends FlowName> = Required<
  NonNullable<Parameters<FlowMachine<Name>['provide']>[0]['actors']>
>

/** An id that a call can't do without. */
export const required = (id: string | undefined, message: string): string => {
  if (!id) throw new Error(message)
  return id
}

/** The fields of an update; none at all is an error (EO-07, UC-03). */
export function someFields<Fields extends object>(fields: Fields): Fields {
  if (Object.keys(fields).length === 0) throw new Error(noFields)
  return fields
}
