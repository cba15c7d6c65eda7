import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { useApp, useSession } from '../../app/context'
import { readCategories } from '../../data/resources/products'
import { useList } from '../../data/useList'

/** The categories to narrow the list by. */
export function useProductCategories(): readonly { value: string; label: string }[] {
  const { api, config } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('productCategories', readCategories(api, organizationId, config.extensions))
  const rows = useSelector(list, (state) => state.context.rows)
  return useMemo(() => rows.map(({ id }) => ({ value: id, label: id })), [rows])
}
