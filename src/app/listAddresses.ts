import type { AnyRouter } from '@tanstack/react-router'

/** Where the person last was in each list: its search, sort, filters and page, by its path without a slash at the end. */
export interface ListAddresses {
  searchOf: (path: string) => object
  forget: () => void
  follow: (router: Pick<AnyRouter, 'subscribe'>) => void
}

const pathOf = (pathname: string) => pathname.replace(/(?<!\/)\/+$/, '')

export function createListAddresses(): ListAddresses {
  const searches = new Map<string, object>()
  return {
    searchOf: (path) => searches.get(path) ?? {},
    forget: () => searches.clear(),
    follow: (router) => {
      router.subscribe('onResolved', ({ toLocation }) => {
        searches.set(pathOf(toLocation.pathname), toLocation.search)
      })
    },
  }
}
