import { useSelector } from '@xstate/react'
import { campaignList } from '../../../contract/lists/campaigns'
import { shownFilters } from '../../../contract/lists/description'
import { lazyPage } from '../../app/lazyPage'
import { useFollowingTable } from '../../data/useFollowingTable'

/** Few are shared anything, and its code comes with the first that is. */
const ReceivedTable = lazyPage(() => import('./ReceivedTable'))

const filters = shownFilters(campaignList, true)
const everything = {}

/**
 * What other organizations share with this one, below its own campaigns (CO-02): the same search, filters and sort narrow
 * and sort both. Whoever is shared nothing sees nothing of it.
 */
export default function ReceivedCampaigns() {
  const table = useFollowingTable({ resource: 'receivedCampaigns', within: everything, filters })
  const isShown = useSelector(
    table,
    (state) => state.context.rows.length > 0 || state.matches({ rows: { querying: 'failed' } }),
  )
  return isShown && <ReceivedTable table={table} />
}
