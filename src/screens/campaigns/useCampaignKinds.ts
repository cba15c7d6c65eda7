import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { useApp, useSession } from '../../app/context'
import { readCampaignKinds } from '../../data/resources/campaignKinds'
import { useList } from '../../data/useList'

/** The categories and the types that campaigns have, to narrow the list by. */
export function useCampaignKinds() {
  const { api, config } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('campaignKinds', readCampaignKinds(api, organizationId, config.extensions))
  const rows = useSelector(list, (state) => state.context.rows)
  return useMemo(() => {
    const named = (name: 'category' | 'type') =>
      rows.filter(({ field }) => field === name).map((kind) => ({ value: kind.name, label: kind.name }))
    return { category: named('category'), type: named('type') }
  }, [rows])
}
