import { waitFor } from 'xstate'
import type { AppRouter } from '../router'
import type { App } from './app'

/** Milliseconds after which a page is shown without what it still waits for, in its own states of loading. */
const patience = 500

/**
 * Resolves when the page at the address can be drawn whole, in one pass instead of three: its code is here, it is known
 * who is signed in, and what its routes ask for is answered. The frame that index.html draws is seen until then.
 */
export async function firstPage({ api, session }: App, router: AppRouter): Promise<void> {
  const { queryClient } = api
  const news = () =>
    new Promise<void>((resolve) => {
      const stop = queryClient.getQueryCache().subscribe(() => {
        stop()
        resolve()
      })
    })
  const answered = async () => {
    while (queryClient.isFetching() > 0) await news()
  }
  const known = waitFor(session, (state) => !state.hasTag('loadingUser'))
  const late = new Promise((resolve) => setTimeout(resolve, patience))
  await Promise.race([Promise.all([router.load(), known]).then(answered), late])
}
