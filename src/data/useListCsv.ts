import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { listCsvMachine } from '../../machines/table/listCsv.machine'
import { useApp } from '../app/context'
import { tap } from '../app/tap'
import { csvActors } from './resources/listCsv'

/** Saves a list as a file, as long as it is on the screen. */
export function useListCsv(): ActorRefFrom<typeof listCsvMachine> {
  const { api } = useApp()
  const [machine] = useState(() => listCsvMachine.provide({ actors: csvActors(api) }))
  return useActorRef(machine, { id: 'listCsv', inspect: tap.observe })
}
