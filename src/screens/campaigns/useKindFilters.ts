import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { useApp, useSession } from '../../app/context'
import { readCampaignKinds } from '../../data/resources/campaignKinds'
import { useList } from '../../data/useList'

const labels = { category: 'Category', type: 'Type' }

/** The filters by category and by type, each with what campaigns have of it. */
export function useKindFilters() {
  const { api, config } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('campaignKinds', readCampaignKinds(api, organizationId, config.extensions))
  const rows = useSelector(list, (state) => state.context.rows)
  return useMemo(
    () =>
      (['category', 'type'] as const).map((name) => ({
        name,
        label: labels[name],
        options: rows.filter(({ field }) => field === name).map((kind) => ({ value: kind.name, label: kind.name })),
      })),
    [rows],
  )
}
