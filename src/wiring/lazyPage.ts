import { type ComponentType, createElement, lazy, useState } from 'react'

/**
 * A page, or a part of one, whose code is loaded when it is first needed. What was preloaded is shown at once: React
 * would hold back for 300 ms what comes after a fallback.
 */
export function lazyPage<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | undefined
  // lazy keeps the props of what it loads, which its own type does not say for type parameters.
  const Lazy = lazy(load) as unknown as ComponentType<Props>
  function Page(props: Props) {
    // As long as it is shown it stays the same, as React would else begin anew.
    const [Shown] = useState(() => loaded ?? Lazy)
    return createElement(Shown, props)
  }
  return Object.assign(Page, {
    preload: async () => {
      loaded = (await load()).default
    },
  })
}

/** Whether an error says that code could not be loaded, in the words of the browsers. */
export const isLoadFailure = (error: unknown): error is Error =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload/i.test(error.message)
