import { useSelector } from '@xstate/react'
import { useApp, useSession } from '../../app/context'
import type { SharedRight } from '../../../contract/rules/collaborations'
import type { Api } from '../../data/api'
import type { Read } from '../../data/cache'
import { readCampaignsByName } from '../../data/resources/byName'
import type { Rows } from '../../data/resources/rows'
import { useList } from '../../data/useList'

/** No more of them than is shown. */
const readOwnCampaigns = (api: Api, organizationId: string | undefined): Read<Rows<OwnCampaign>> => {
  const { key, fetch } = readCampaignsByName(api, organizationId)
  return {
    key: [...key, 'names'],
    fetch: async (signal) => {
      const { rows, total } = await fetch(signal)
      return { rows: rows.map(({ id, name }) => ({ id, name, most: 'sell' })), total }
    },
  }
}
interface OwnCampaign {
  id: string
  name: string | null | undefined
  /** Whoever shares may share all of it. */
  most: SharedRight
}

/** The organization's own campaigns, any of which may be shared and sold; undefined while they are read. */
export function useOwnCampaigns() {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('ownCampaigns', readOwnCampaigns(api, organizationId))
  const state = useSelector(list, (snapshot) => snapshot)
  return {
    isFailed: state.matches('failed'),
    isLoading: state.matches('loading'),
    retry: () => list.send({ type: 'list.retry' }),
    campaigns: state.context.rows,
  }
}
