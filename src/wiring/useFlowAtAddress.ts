import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { OpenEvent } from '../../machines/flows'
import type { Flow } from '../../machines/session/workspace.machine'
import { useWorkspace } from './context'

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
    const before = new Set(workspace.getSnapshot().context.flows.map(({ ref }) => ref.id))
    let flow: Flow | undefined
    let isAsked = true
    const cancel = () => {
      if (flow?.ref.getSnapshot().status === 'active') flow.ref.send({ type: 'dialog.cancel' })
    }
    const leave = () => {
      // Who leaves the screen leaves its parameters with it.
      if (!isAsked || router.history.location.pathname !== pathname) return
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
        flow = flows.find(({ name, ref }) => `open.${name}` === open.type && !before.has(ref.id))
        if (!isAsked) cancel()
        if (flow && isAsked) return
        // It has closed, or is no longer asked for.
        subscription?.unsubscribe()
        leave()
      })
    let subscription: ReturnType<typeof follow> | undefined
    // In development React mounts everything twice, and only what stays is to open something.
    queueMicrotask(() => {
      if (!isAsked) return
      workspace.send(open)
      subscription = follow()
    })
    return () => {
      isAsked = false
      // What is still being loaded is cancelled when it comes.
      if (flow) subscription?.unsubscribe()
      cancel()
    }
  }, [open, parameters, router, workspace])
}
