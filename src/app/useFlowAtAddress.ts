import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { AnyActorRef } from 'xstate'
import { type Action, whyForbidden } from '../../contract/permissions'
import type { OpenEvent, ReadingEvent } from '../../machines/flows'
import { useApp, useMembership, useWorkspace } from './context'
import { isBeingLeft, letLeave } from './unsaved'

interface OpenFlow {
  ref: AnyActorRef
}

/** What an address stands for: a flow, with the call that it leads to, whose right is asked for; or one that only reads. */
export type FlowAtAddress = { action: Action; event: OpenEvent } | { reads: true; event: ReadingEvent }

/**
 * A flow that is open for as long as the address asks for it (CU-01): `asked` is what the address stands for, kept in a
 * memo. When the flow has closed, its parameters are taken off the address; when they go, as by Back, it is cancelled.
 * What the person may not do is not opened, and told (GE-05).
 */
export function useFlowAtAddress(asked: FlowAtAddress | undefined, parameters: readonly string[]): void {
  const workspace = useWorkspace()
  const { toasts } = useApp()
  const membership = useMembership()
  const open = asked?.event
  const why = asked && 'action' in asked ? whyForbidden(membership, asked.action) : undefined
  const router = useRouter()
  useEffect(() => {
    if (!open) return
    const { pathname } = router.history.location
    const known = new Set(Object.keys(workspace.getSnapshot().children))
    let flow: OpenFlow | undefined
    let isAsked = true
    const cancel = () => {
      if (flow?.ref.getSnapshot().status === 'active') flow.ref.send({ type: 'dialog.cancel' })
    }
    const leave = (closed: OpenFlow | undefined) => {
      // Who leaves the screen leaves its parameters with it.
      if (!isAsked || (closed && isBeingLeft(closed.ref)) || router.history.location.pathname !== pathname) return
      const without = Object.fromEntries(parameters.map((name) => [name, undefined]))
      void router.navigate({
        to: '.',
        search: (search: object) => ({ ...search, ...without }),
        replace: true,
        resetScroll: false,
      })
    }
    const follow = () =>
      workspace.subscribe(({ context: { flows, openings } }) => {
        if (openings.some(({ input }) => input === open.input)) return
        const before = flow
        flow = flows.find(({ name, ref }) => `open.${name}` === open.type && !known.has(ref.id))
        if (!isAsked) cancel()
        if (flow && isAsked) return
        // It has closed, or is no longer asked for.
        subscription?.unsubscribe()
        leave(before)
      })
    let subscription: ReturnType<typeof follow> | undefined
    // Another address that no longer asks for it waits for what becomes of unsaved input (GE-07).
    const unblock = router.history.block({
      enableBeforeUnload: false,
      blockerFn: async ({ currentLocation, nextLocation }) => {
        const [now, next] = [currentLocation, nextLocation].map(({ search }) => router.options.parseSearch(search))
        const isAskedStill = parameters.every((name) => now?.[name] === next?.[name])
        if (!flow || isAskedStill) return false
        return !(await letLeave([flow.ref]))
      },
    })
    // In development React mounts everything twice, and only what stays is to open something.
    queueMicrotask(() => {
      if (!isAsked) return
      if (why !== undefined) {
        toasts.send({ type: 'toast.show', kind: 'error', message: why })
        return leave(undefined)
      }
      workspace.send(open)
      subscription = follow()
    })
    return () => {
      isAsked = false
      unblock()
      // What is still being loaded is cancelled when it comes.
      if (flow) subscription?.unsubscribe()
      cancel()
    }
  }, [open, why, parameters, router, workspace, toasts])
}
