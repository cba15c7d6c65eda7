import { getRouteApi, Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import type { Campaign } from '../../../contract/campaigns'
import { withPending } from '../../../machines/pendingChanges'
import { Alert } from '../../components/base/Alert'
import { Button } from '../../components/base/Button'
import { ErrorState } from '../../components/base/ErrorState'
import { LoadingState } from '../../components/base/LoadingState'
import { PageHeader } from '../../components/base/PageHeader'
import { Tabs } from '../../components/layout/Tabs'
import { usePendingChanges, useWorkspace } from '../../wiring/context'
import { useCampaign } from '../../wiring/useCampaign'
import type { CampaignTab } from './campaignTabs'
import { GeneralTab } from './GeneralTab'
import { TermsTab } from './TermsTab'

const OffersTab = lazy(() => import('../offers/OffersTab'))
const EmailTab = lazy(() => import('../autoresponders/EmailTab'))

const route = getRouteApi('/_signedIn/campaigns/$campaignId')

const tabs: readonly { id: CampaignTab; label: string }[] = [
  { id: 'general', label: 'General Details' },
  { id: 'terms', label: 'Terms of Service' },
  { id: 'offers', label: 'Offers' },
  { id: 'email', label: 'Email' },
]

/** One campaign (CD-01 to CD-07). Another campaign is another screen, with its own actor. */
export default function CampaignScreen() {
  const { campaignId } = route.useParams()
  return <CampaignDetail key={campaignId} campaignId={campaignId} />
}

function CampaignDetail({ campaignId }: { campaignId: string }) {
  const actor = useCampaign(campaignId)
  const changes = usePendingChanges()
  const state = useSelector(actor, (snapshot) => snapshot)
  const retry = () => actor.send({ type: 'campaign.retry' })
  const read = state.context.campaign
  if (state.matches({ answer: 'failed' })) return <ErrorState message="Error fetching campaign" onRetry={retry} />
  if (!read) return <LoadingState lines={8} />
  const [campaign = read] = withPending([read], 'campaigns', changes)
  const isStale = state.matches({ answer: { populated: 'stale' } })
  return <CampaignPage campaign={campaign} onRetry={isStale ? retry : undefined} />
}

function CampaignPage({ campaign, onRetry }: { campaign: Campaign; onRetry: (() => void) | undefined }) {
  const workspace = useWorkspace()
  const navigate = route.useNavigate()
  const tab = route.useSearch({ select: (search) => search.tab ?? 'general' })
  const campaignId = campaign.id
  const choose = (next: CampaignTab) =>
    void navigate({ search: { tab: next === 'general' ? undefined : next }, resetScroll: false })
  return (
    <>
      <PageHeader
        title={campaign.name}
        back={<Link to="/campaigns">Campaigns</Link>}
        actions={
          <>
            {tab === 'offers' && (
              <Button onClick={() => workspace.send({ type: 'open.offerCreate', input: { campaignId } })}>
                Add Offer
              </Button>
            )}
            <Button variant="solid" onClick={() => workspace.send({ type: 'open.campaignEdit', input: { campaign } })}>
              Update Campaign
            </Button>
          </>
        }
      />
      {onRetry && (
        <Alert
          action={
            <Button size="sm" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          Error fetching campaign
        </Alert>
      )}
      <Tabs label="Campaign" tabs={tabs} value={tab} onChange={choose}>
        <Suspense fallback={<LoadingState />}>
          {tab === 'general' && <GeneralTab campaign={campaign} />}
          {tab === 'terms' && <TermsTab terms={campaign.termsOfService} />}
          {tab === 'offers' && <OffersTab campaignId={campaignId} />}
          {tab === 'email' && <EmailTab campaignId={campaignId} />}
        </Suspense>
      </Tabs>
    </>
  )
}
