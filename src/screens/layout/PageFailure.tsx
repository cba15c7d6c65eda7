import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import { errorMessage } from '../../../contract/client/errors'
import { lazyPageMachine } from '../../../machines/page/lazyPage.machine'
import { ErrorState } from '../../components/base/ErrorState'
import { isLoadFailure } from '../../wiring/lazyPage'
import { stored } from '../../wiring/storage'
import { tap } from '../../wiring/tap'
import { PagePending } from './PagePending'

/** A page that failed: its code could not be loaded (RT-12), or something on it went wrong. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  if (isLoadFailure(error)) return <LoadFailure message={error.message} />
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return <ErrorState message={errorMessage(error)} onRetry={retry} />
}

const wiredLazyPage = lazyPageMachine.provide({
  actions: {
    rememberReload: (_, { message }) => stored.addReloadedFor(message),
    reloadPage: () => window.location.reload(),
  },
})

function LoadFailure({ message }: { message: string }) {
  const page = useActorRef(wiredLazyPage, {
    id: 'lazyPage',
    inspect: tap.observe,
    input: { message, reloadedFor: stored.reloadedFor() },
  })
  const isFailed = useSelector(page, (state) => state.matches('failed'))
  if (!isFailed) return <PagePending />
  return (
    <ErrorState
      message="This page could not be loaded. Check your connection and try again."
      onRetry={() => page.send({ type: 'page.retry' })}
    />
  )
}
