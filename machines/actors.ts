import { fromCallback, fromPromise, type NonReducibleUnknown, type EventObject } from 'xstate'

// Machines name the actors they need; src/data gives the real ones. An actor that nobody gave fails loudly.

/** A request with one answer. */
export const promiseActor = <Output, Input extends NonReducibleUnknown = NonReducibleUnknown>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`Actor ${name} is not provided`)))

/** A source of events that may take commands. */
export const callbackActor = <
  Command extends EventObject = EventObject,
  Input extends NonReducibleUnknown = NonReducibleUnknown,
>(
  name: string,
) =>
  fromCallback<Command, Input>(() => {
    throw new Error(`Actor ${name} is not provided`)
  })

/** An action or a guard about the error that an actor ended with: `onError: { target, actions: withError('reportError') }`. */
export const withError = <Type extends string>(type: Type) => ({
  type,
  params: ({ event: { error } }: { event: { error: unknown } }) => ({ error }),
})

/** What a query actor tells its machine about what the server says. */
export type QueryEvent<Data> =
  | { type: 'query.fetching' }
  | { type: 'query.loaded'; data: Data }
  | { type: 'query.failed'; error: unknown }

/** What a machine may ask of its query actor. */
export type QueryCommand = { type: 'query.refetch' }
