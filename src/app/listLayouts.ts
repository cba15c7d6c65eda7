import { useSyncExternalStore } from 'react'
import { type ListLayout, readLayout } from '../../contract/rules/listLayout'
import { stored } from '../browser/storage'

/** By the names of their lists. */
export type Layouts = Readonly<Record<string, ListLayout | undefined>>

const known = new Map<string, ListLayout | undefined>()
let kept: Readonly<Record<string, unknown>> = stored.layouts()

const listeners = new Set<() => void>()
const hear = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What is chosen of a list while the code that keeps it is on its way. */
const coming = new Map<string, ListLayout>()

const layoutOf = (list: string): ListLayout => {
  const next = coming.get(list)
  if (next) return next
  const layout = known.get(list) ?? (list in kept ? readLayout(kept[list]) : { hidden: stored.hiddenColumns(list) })
  known.set(list, layout)
  return layout
}

/** How the person has arranged the columns of a list. */
export const useListLayout = (list: string): ListLayout => useSyncExternalStore(hear, () => layoutOf(list))

/** Shows a list so at once, before it is kept: what is done to it next begins from there. */
export function showLayout(list: string, layout: ListLayout): void {
  coming.set(list, layout)
  for (const listener of listeners) listener()
}

/** Whether it is the last that was shown so, and not kept yet. */
export const isComing = (list: string, layout: ListLayout): boolean => coming.get(list) === layout

/** What was shown so of a list is kept now. */
export const isKept = (list: string): void => void coming.delete(list)

/** Shows lists so from now on, here and when the page comes again. */
export function showLayouts(layouts: Layouts): void {
  kept = Object.fromEntries(Object.entries(layouts).filter(([, layout]) => layout !== undefined))
  stored.setLayouts(kept)
  known.clear()
  for (const listener of listeners) listener()
}
