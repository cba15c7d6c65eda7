import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react'

let attempt = 0

/** A part whose code comes when it is needed; `preload` fetches it before. */
export type LazyPart<Props extends object> = FunctionComponent<Props> & {
  preload: () => Promise<void>
  isLoaded: () => boolean
}

/**
 * A page, or a part of one, whose code is loaded when it is first needed. What was preloaded is shown at once: React
 * would hold back for 300 ms what comes after a fallback.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  // lazy keeps the props of what it loads, which its own type does not say for type parameters.
  const newLazy = () => lazy(load) as unknown as ComponentType<Props>
  let current = { attempt, Lazy: newLazy() }
  const currentLazy = () => {
    if (current.attempt !== attempt) current = { attempt, Lazy: newLazy() }
    return current.Lazy
  }
  function Page(props: Props) {
    // As long as it is shown it stays the same, as React would else begin anew.
    const [Shown] = useState(() => loaded ?? currentLazy())
    return createElement(Shown, props)
  }
  return Object.assign(Page, {
    preload: async () => {
      loaded = (await load()).default
    },
    isLoaded: () => loaded !== undefined,
  })
}

/** The same of a part that its file exports by name. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> =>
  lazyPage(async () => ({ default: await load() }))

/** Whatever could not be loaded is asked for anew when it is next shown; until then it fails at once, as before. */
export function loadFailedAgain(): void {
  attempt += 1
}

/**
 * Whether the server has the code of a failed load no more, as after a new version. Safari's error names no address; then
 * it counts as gone. Throws when the server that delivers the app can't be reached.
 */
export async function isCodeGone(message: string): Promise<boolean> {
  const ask = (address: string) => fetch(address, { method: 'HEAD', cache: 'no-store' })
  await ask('/config.json')
  const address = /https?:\S+/.exec(message)?.[0]
  if (address === undefined) return true
  return ask(address).then(
    (response) => !response.ok,
    () => true,
  )
}
