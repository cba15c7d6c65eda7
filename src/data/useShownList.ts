import { useSelector } from '@xstate/react'
import type { ListRow } from '../../machines/table/listQuery.machine'
import { useIsAdding, usePending } from '../app/context'
import type { ListRef } from './useList'

/** What a table shows of a short list: its rows with the pending changes over them, how far it is, and why it failed. */
export function useShownList<Row extends ListRow>(
  resource: string,
  list: ListRef<Row>,
  failureOf: (error: unknown) => string,
) {
  const state = useSelector(list, (snapshot) => snapshot)
  return {
    rows: usePending(resource, state.context.rows),
    state: state.value,
    adding: useIsAdding(resource),
    error: state.matches('failed') ? failureOf(state.context.error) : undefined,
    onRetry: () => list.send({ type: 'list.retry' }),
  }
}
