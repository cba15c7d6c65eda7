import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useMembership, useWorkspace } from '../../app/context'
import { type ActionSurroundings, labelOf, type RecordAction, whyNotNow } from './recordAction'

/** What the actions of records begin by on this page. */
export function useActionSurroundings(): ActionSurroundings {
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const membership = useMembership()
  return useMemo(
    () => ({ open: (event) => workspace.send(event), navigate, membership }),
    [workspace, navigate, membership],
  )
}

/** An action for one record, as it is now: what it is called, why it is not possible, and its beginning when it is. */
export function useAction<Row>(action: RecordAction<Row>, row: Row) {
  const surroundings = useActionSurroundings()
  const reason = whyNotNow(action, row, surroundings.membership)
  return {
    isOffered: action.isFor?.(row) !== false,
    label: labelOf(action, row),
    reason,
    begin: () => {
      if (reason === undefined) action.open(row, surroundings)
    },
  }
}
