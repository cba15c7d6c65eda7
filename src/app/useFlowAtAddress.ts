import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { AnyActorRef } from 'xstate'
import type { OpenEvent } from '../../machines/flows'
import { useWorkspace } from './context'
import { isBeingLeft, letLeave } from './unsaved'

interface OpenFlow {
  ref: AnyActorRef
}

/**
 * A flow that is open for as long as the address asks for it (CU-01): `open` is what the address stands for, kept in a
 * memo. When the flow has closed, its parameters are taken off the address; when they go, as by Back, it is cancelled.
 */
export function useFlowAtAddress(open: OpenEvent | undefined, parameters: readonly string[]): void {
  const workspace = useWorkspace()
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
  }, [open, parameters, router, workspace])
}
