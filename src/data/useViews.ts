import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { SavedView } from '../../contract/extensions/savedViews'
import { useApp, usePending, useSession } from '../app/context'
import { stored } from '../browser/storage'
import { readSavedViews } from './resources/savedViews'
import { type Fields, hasFields, isPlain } from './tableAddress'
import { useHeardList } from './useList'
import { whoIn } from './useTable'

interface Beginning {
  list: string
  /** The names of its filters in an address. */
  filters: readonly string[]
  /** The parameters of an address that shows a view. */
  searchOf: (view: SavedView) => Fields
}

const given = (search: Fields): Fields =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

/**
 * Hears of the views of an organization. A list that was come to without an address of its own goes on to the view with which it
 * begins for the person, once that is known; it is kept for the next time, when the table goes there at once.
 */
function beginning(
  router: RegisteredRouter,
  who: string,
  { list, filters, searchOf }: Beginning,
): (views: readonly SavedView[]) => void {
  const search = (): Fields => router.state.location.search
  const remembered: Fields = { ...stored.defaultView(who, list) }
  const isUntouched = () =>
    isPlain(search(), filters) || (Object.keys(remembered).length > 0 && hasFields(search(), remembered))
  let isBeginning = isUntouched()
  return (views) => {
    const first = views.find((view) => view.list === list && view.isDefault)
    const next = first && given(searchOf(first))
    stored.setDefaultView(who, list, next)
    const isAsRemembered = hasFields(remembered, next ?? {}) && hasFields(next ?? {}, remembered)
    if (isBeginning && !isAsRemembered && isUntouched()) {
      const none = Object.fromEntries(Object.keys(remembered).map((name) => [name, undefined]))
      void router.navigate({ to: '.', search: (before: object) => ({ ...before, ...none, ...next }), replace: true })
    }
    isBeginning = false
  }
}

/** The views that the person finds in the organization, of all lists; the list goes on to the one that it begins with. */
export function useViews(of: Beginning) {
  const { api, session } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const router = useRouter()
  const [hear] = useState(() => beginning(router, whoIn(session.getSnapshot()), of))
  const list = useHeardList('savedViews', readSavedViews(api, organizationId), hear)
  const state = useSelector(list, (snapshot) => snapshot)
  return {
    views: usePending('savedViews', state.context.rows),
    isFailed: state.matches('failed'),
    readAgain: () => list.send({ type: 'list.retry' }),
  }
}
