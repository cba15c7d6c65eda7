import { type ComponentType, createElement, lazy } from 'react'

/** A page whose code is loaded when it is first needed; the router preloads it. */
export function lazyPage<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  // lazy keeps the props of what it loads, which its own type does not say for type parameters.
  const Page = lazy(load) as unknown as ComponentType<Props>
  return Object.assign((props: Props) => createElement(Page, props), { preload: async () => void (await load()) })
}

/** Whether an error says that code could not be loaded, in the words of the browsers. */
export const isLoadFailure = (error: unknown): error is Error =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload/i.test(error.message)
