import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { fromPromise } from 'xstate'
import { errorMessage, isLoadFailure } from '../../../contract/client/errors'
import { lazyPageMachine } from '../../../machines/page/lazyPage.machine'
import { ErrorState } from '../../components/base/ErrorState'
import type { App } from '../../app/app'
import { useApp } from '../../app/context'
import { isCodeGone, loadFailedAgain } from '../../app/lazyPage'
import { stored } from '../../browser/storage'
import { tap } from '../../app/tap'
import { PagePending } from './PagePending'

/** A page that failed: its code could not be loaded (RT-12), or something on it went wrong. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    loadFailedAgain()
    reset()
    void router.invalidate()
  }
  if (isLoadFailure(error)) return <LoadFailure message={error.message} onLoadAgain={retry} />
  return <ErrorState message={errorMessage(error)} onRetry={retry} />
}

const wireLazyPage = ({ connection, session }: App, loadAgain: () => void) =>
  lazyPageMachine.provide({
    actors: {
      diagnose: fromPromise(async ({ input: { message } }) => {
        const isGone = await isCodeGone(message)
        const work = session.getSnapshot().children.workspace?.getSnapshot().context
        return { isGone, hasInput: work !== undefined && work.flows.length + work.changes.length > 0 }
      }),
      connectionReturns: fromPromise(({ signal }) => connection.whenBack(signal)),
    },
    actions: {
      rememberReload: (_, { message }) => stored.addReloadedFor(message),
      reloadPage: () => window.location.reload(),
      loadAgain,
    },
  })

function LoadFailure({ message, onLoadAgain }: { message: string; onLoadAgain: () => void }) {
  const app = useApp()
  const [machine] = useState(() => wireLazyPage(app, onLoadAgain))
  const page = useActorRef(machine, {
    id: 'lazyPage',
    inspect: tap.observe,
    input: { message, reloadedFor: stored.reloadedFor() },
  })
  const isWaiting = useSelector(page, (state) => state.matches('failed') || state.matches('unreachable'))
  if (!isWaiting) return <PagePending />
  return (
    <ErrorState
      message="This page could not be loaded. Check your connection and try again."
      onRetry={() => page.send({ type: 'page.retry' })}
    />
  )
}
