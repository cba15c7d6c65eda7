import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import { type ActorRefFrom, fromCallback } from 'xstate'
import { questionOf, type ReportQuestion } from '../../contract/forms/reports'
import { type ReportQueryEvent, reportQueryMachine } from '../../machines/reports/reportQuery.machine'
import { useApp } from '../app/context'
import { tap } from '../app/tap'
import { queryActor } from './cache'
import { readReport, reportRequestOf } from './resources/reports'

const addressChanges = ({ history, options }: RegisteredRouter) =>
  fromCallback(({ sendBack }: { sendBack: (event: ReportQueryEvent) => void }) => {
    const { pathname } = history.location
    return history.subscribe(({ location }) => {
      if (location.pathname !== pathname) return
      sendBack({ type: 'report.ask', question: questionOf(options.parseSearch(location.search)) })
    })
  })

export type ReportRef = ActorRefFrom<typeof reportQueryMachine>

/** The report that the address asks for, as long as it is on the screen. Another organization is another component. */
export function useReport(organizationId: string, zone: string): ReportRef {
  const { api } = useApp()
  const router = useRouter()
  const [machine] = useState(() =>
    reportQueryMachine.provide({
      actors: {
        reportQuery: queryActor(api.queryClient, ({ question }: { question: ReportQuestion }) =>
          readReport(api, reportRequestOf(organizationId, zone, question)),
        ),
        addressChanges: addressChanges(router),
      },
    }),
  )
  return useActorRef(machine, {
    id: 'reportQuery',
    inspect: tap.observe,
    input: { question: questionOf(router.state.location.search) },
  })
}
