import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type ExecutableActionObject,
  initialTransition,
  transition,
} from 'xstate'
import type { RecordedActor } from '../record/recording'
import { stepName } from '../record/steps'
import { resumed, revived } from './revived'
import { watched } from './watched'

/** A recorded actor that takes events, one after the other, without any effect. */
export class Folded {
  readonly actor: RecordedActor
  snapshot: AnyMachineSnapshot | undefined
  /** The transitions of the last step, and what it asked for. */
  steps: string[] = []
  actions: readonly ExecutableActionObject[] = []
  /** An actor of a screen may be stopped and go on later; it then goes on from here. */
  #beforeStop: AnyMachineSnapshot | undefined
  #logic: AnyStateMachine
  /** Why it can't go on from what it was: the machine has no such state any more. */
  #lost: unknown = new Error('it had not begun yet')

  constructor(actor: RecordedActor, machine: AnyStateMachine) {
    this.actor = actor
    this.#logic = this.#watched(machine)
    try {
      if (actor.before) this.snapshot = resumed(machine, actor.before)
    } catch (error) {
      this.#lost = error
    }
  }

  /** Goes on by another machine of the same states. */
  goOnBy(machine: AnyStateMachine): void {
    this.#logic = this.#watched(machine)
    if (!this.snapshot) return
    const { value, context, status, children, historyValue } = this.snapshot
    const next = machine.resolveState({ value, context, status, historyValue })
    this.snapshot = Object.assign(next, { children })
  }

  resume(before: NonNullable<RecordedActor['before']>): void {
    this.snapshot = resumed(this.#logic, before)
  }

  /** Takes an event. Throws what the machine throws. */
  take(event: { type: string }): void {
    this.steps = []
    if (event.type === 'xstate.init') {
      if (this.#beforeStop) this.snapshot = this.#beforeStop
      else [this.snapshot, this.actions] = initialTransition(this.#logic, revived(this.actor.input))
      this.#beforeStop = undefined
      return
    }
    if (!this.snapshot) throw this.#lost
    this.#beforeStop = event.type === 'xstate.stop' ? this.snapshot : undefined
    // What is revived of an event keeps its type.
    ;[this.snapshot, this.actions] = transition(this.#logic, this.snapshot, revived(event) as AnyEventObject)
  }

  #watched(machine: AnyStateMachine): AnyStateMachine {
    return watched(machine, (taken) => {
      this.steps = taken.map(stepName)
    })
  }
}
