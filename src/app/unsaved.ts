import type { RegisteredRouter } from '@tanstack/react-router'
import { type AnyActorRef, type AnyMachineSnapshot, transition, waitFor } from 'xstate'
import type { App } from './app'

const stateOf = (flow: AnyActorRef): AnyMachineSnapshot => flow.getSnapshot()

/** How a flow is left: for good, or a new order for another one, beside which it is kept. */
interface Leaving {
  type: 'dialog.leave' | 'order.another'
}
const forGood: Leaving = { type: 'dialog.leave' }
const forAnother: Leaving = { type: 'order.another' }

/** Whether a flow holds input: it would ask about it when it were left, or asks already. */
function holdsInput(flow: AnyActorRef, leaving = forGood): boolean {
  const state = stateOf(flow)
  return transition(state.machine, state, leaving)[0].hasTag('asking')
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
export async function letLeave(flows: readonly AnyActorRef[], leaving = forGood): Promise<boolean> {
  for (const flow of flows.filter((one) => holdsInput(one, leaving))) {
    beingLeft.add(flow)
    if (!stateOf(flow).hasTag('asking')) flow.send(leaving)
    // A flow that is stopped, as by signing out, answers no more.
    await waitFor(flow, (state: AnyMachineSnapshot) => !state.hasTag('asking'), { timeout: Infinity }).catch(() => {})
    const isKept = stateOf(flow).status === 'active'
    beingLeft.delete(flow)
    if (isKept) return false
  }
  return true
}

/** The order on the screen would be left for a new one: an address that names no draft begins one. */
const isAnotherOrder = (from: { pathname: string }, to: { pathname: string; search: string }) =>
  from.pathname === to.pathname && to.pathname.endsWith('/orders/new') && !new URLSearchParams(to.search).has('draftId')

/** Another page, and closing the tab, wait for what becomes of unsaved input (GE-07), and another new order for an answer. */
export function guardUnsaved(app: App, { history }: RegisteredRouter): void {
  history.block({
    enableBeforeUnload: () => hasUnsavedInput(app),
    blockerFn: async ({ currentLocation, nextLocation }) => {
      if (isAnotherOrder(currentLocation, nextLocation)) {
        const orders = [...screens].filter((one) => stateOf(one).status === 'active')
        return !(await letLeave(orders, forAnother))
      }
      return currentLocation.pathname !== nextLocation.pathname && !(await letLeave(unsavedFlows(app)))
    },
  })
}
