import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { errorMessage } from '../../../contract/client/errors'
import { ongoingCallMachine } from '../../../machines/calls/ongoingCall.machine'
import { queryActor } from '../../data/cache'
import { useApp, useWorkspace } from '../../app/context'
import { ongoingCallActors, readOpenCalls } from '../../data/resources/openCalls'
import { tap } from '../../app/tap'
import { toastAction } from '../../app/toasts'

export type OngoingCallRef = ActorRefFrom<typeof ongoingCallMachine>

/** The call that the person is in, alive as long as its bar; another workspace is another bar. */
export function useOngoingCall(): OngoingCallRef {
  const { api, toasts } = useApp()
  const { organizationId } = useWorkspace().getSnapshot().context
  const [machine] = useState(() =>
    ongoingCallMachine.provide({
      actors: {
        openCalls: queryActor(api.queryClient, ({ organizationId = '' }: { organizationId: string | undefined }) =>
          readOpenCalls(api, organizationId),
        ),
        ...ongoingCallActors(api),
      },
      actions: {
        showMessage: toastAction(toasts, ({ message }: { message: string }) => ({ kind: 'success', message })),
        reportError: toastAction(toasts, ({ error }: { error: unknown }) => ({
          kind: 'error',
          message: errorMessage(error),
        })),
      },
    }),
  )
  return useActorRef(machine, { id: 'ongoingCall', inspect: tap.observe, input: { organizationId } })
}
