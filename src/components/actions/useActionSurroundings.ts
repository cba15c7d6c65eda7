import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useMembership, useWorkspace } from '../../app/context'
import type { ActionSurroundings } from './recordAction'

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
