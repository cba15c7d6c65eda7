import type { AnyStateMachine } from 'xstate'

/** A machine, as far as it says what it is made of. */
export type KnownMachine = Pick<AnyStateMachine, 'config' | 'implementations'>

/** What a machine's version is made of: its configuration, and its delays by name. */
export interface MachineParts {
  config: object
  delays: object
}

export const partsOf = ({ config, implementations: { delays } }: KnownMachine): MachineParts => ({ config, delays })
