import { type AnyStateMachine, type EventFromLogic, type SnapshotFrom, transition } from 'xstate'

/**
 * The life of a record as a machine (LI): its states are the record's, its events carry every fact that decides, so that
 * server, app and chart come to the same answer from the same event. What is not possible is an action `refuse` with the
 * sentence that people read (GE-05); what a state knows nothing of at all is refused by its `*`.
 */
export type Life = AnyStateMachine

export type Step<State extends string> = { to: State; refusal?: undefined } | { to?: undefined; refusal: string }

/** What a life takes from its states: `on: { cancel: [{ guard: 'isShipped', ...refuse('…') }, { target: 'cancelled' }] }`. */
export const refuse = (sentence: string) => ({ actions: { type: 'refuse' as const, params: { sentence } } })

/** The actions of every life: to refuse changes nothing. */
export const lifeActions = { refuse: (_: unknown, _params: { sentence: string }) => undefined }

/** What the event makes of a record in the state, or why it can't happen. */
export function stepOf<Of extends Life>(life: Of, state: StateOf<Of>, event: EventFromLogic<Of>): Step<StateOf<Of>> {
  // Which events and states there are is known of the caller's machine; how it steps is the same for all.
  const machine: AnyStateMachine = life
  const [next, actions] = transition(machine, machine.resolveState({ value: state, context: {} }), event)
  // To refuse is all that a life ever does.
  const [refused] = actions.map(({ params }: { params?: unknown }) => params as { sentence: string })
  // A life has no states within states.
  return refused ? { refusal: refused.sentence } : { to: String(next.value) as StateOf<Of> }
}

/** Why the event can't happen now, in one sentence; undefined when it can. */
export const whyNot = <Of extends Life>(life: Of, state: StateOf<Of>, event: EventFromLogic<Of>): string | undefined =>
  stepOf(life, state, event).refusal

/** The state of a record after all that happened to it. Throws a RangeError for an event that could not have happened. */
export function fold<Of extends Life>(life: Of, events: readonly EventFromLogic<Of>[]): StateOf<Of> {
  // Each life names the state that it begins in.
  const initial = life.config.initial as StateOf<Of>
  return events.reduce<StateOf<Of>>((state, event) => {
    const { to, refusal } = stepOf(life, state, event)
    if (to === undefined) throw new RangeError(`${life.id} in ${String(state)}: ${event.type}: ${refusal}`)
    return to
  }, initial)
}

/** The states of a life, by name. */
export type StateOf<Of extends Life> = Extract<SnapshotFrom<Of>['value'], string>
