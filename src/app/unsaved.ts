import type { RegisteredRouter } from '@tanstack/react-router'
import { type AnyActorRef, type AnyMachineSnapshot, transition, waitFor } from 'xstate'
import type { App } from './app'

const stateOf = (flow: AnyActorRef): AnyMachineSnapshot => flow.getSnapshot()

/** Whether a flow holds input: it would ask about it when it were left, or asks already. */
function holdsInput(flow: AnyActorRef): boolean {
  const state = stateOf(flow)
  return transition(state.machine, state, { type: 'dialog.leave' })[0].hasTag('asking')
}

/** Screens that are a form themselves. */
const screens = new Set<AnyActorRef>()

/** Lets a screen ask before it is left, as flows do, until what it answers is called. */
export function guardScreen(screen: AnyActorRef): () => void {
  screens.add(screen)
  return () => void screens.delete(screen)
}

const unsavedFlows = ({ session }: App): AnyActorRef[] => {
  const workspace = session.getSnapshot().children.workspace?.getSnapshot()
  const flows = workspace?.context.flows.map(({ ref }): AnyActorRef => ref) ?? []
  return [...flows, ...screens].filter((one) => stateOf(one).status === 'active' && holdsInput(one))
}

/** Whether something was typed on this page that would be lost with it (GE-07). */
const hasUnsavedInput = (app: App): boolean => unsavedFlows(app).length > 0

const beingLeft = new Set<AnyActorRef>()

/** Whether a flow waits for an answer because of another address, which then follows by itself. */
export const isBeingLeft = (flow: AnyActorRef): boolean => beingLeft.has(flow)

/** Lets each flow that holds input ask about it, one after the other. Resolves with whether all of them may be left. */
export async function letLeave(flows: readonly AnyActorRef[]): Promise<boolean> {
  for (const flow of flows.filter(holdsInput)) {
    beingLeft.add(flow)
    if (!stateOf(flow).hasTag('asking')) flow.send({ type: 'dialog.leave' })
    // A flow that is stopped, as by signing out, answers no more.
    await waitFor(flow, (state: AnyMachineSnapshot) => !state.hasTag('asking'), { timeout: Infinity }).catch(() => {})
    const isKept = stateOf(flow).status === 'active'
    beingLeft.delete(flow)
    if (isKept) return false
  }
  return true
}

/** Another page, and closing the tab, wait for what becomes of unsaved input (GE-07). */
export function guardUnsaved(app: App, { history }: RegisteredRouter): void {
  history.block({
    enableBeforeUnload: () => hasUnsavedInput(app),
    blockerFn: async ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && !(await letLeave(unsavedFlows(app))),
  })
}
