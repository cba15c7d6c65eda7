import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { auditCsvMachine } from '../../../machines/audit/auditCsv.machine'
import { useApp } from '../../app/context'
import { tap } from '../../app/tap'
import { auditCsvActors } from '../../data/resources/audit'

/** Saves the audit log as a file, as long as it is on the screen. */
export function useAuditCsv(): ActorRefFrom<typeof auditCsvMachine> {
  const { api } = useApp()
  const [machine] = useState(() => auditCsvMachine.provide({ actors: auditCsvActors(api) }))
  return useActorRef(machine, { id: 'auditCsv', inspect: tap.observe })
}
