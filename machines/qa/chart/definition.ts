import type { AnyStateMachine } from 'xstate'

/**
 * A machine's config as JSON, as Stately Studio imports it. Functions are left out: what a config names stays as
 * `{ type }`, without the function that computes its parameters.
 */
export const definitionOf = (machine: AnyStateMachine): string => `${JSON.stringify(machine.config, null, 2)}\n`
