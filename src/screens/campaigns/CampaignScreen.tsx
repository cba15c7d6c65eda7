import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import type { Campaign } from '../../../contract/campaigns'
import { PageButtons } from '../../components/actions/PageMenu'
import { buttonStyle } from '../../components/base/Button'
import { formatCount } from '../../components/base/format'
import { LoadingState } from '../../components/base/LoadingState'
import { PageHeader } from '../../components/base/PageHeader'
import { Tabs } from '../../components/base/Tabs'
import { ResourceRecord } from '../../components/record/ResourceRecord'
import { useApp } from '../../app/context'
import { useTabsAtAddress } from '../../app/useTabsAtAddress'
import { readCampaign } from '../../data/resources/campaigns'
import { BackLink } from '../layout/BackLink'
import { PartBoundary } from '../layout/PartBoundary'
import { campaignOffersActions, campaignPageActions, coreCampaignOffersActions } from './actions'
import { type CampaignTab, lazyTabs } from './campaignTabs'
import { GeneralTab } from './GeneralTab'
import { StatusBadge } from '../../components/base/StatusBadge'
import { TermsTab } from './TermsTab'

const { offers: OffersTab, email: EmailTab } = lazyTabs

const route = getRouteApi('/_signedIn/campaigns/$campaignId')

const tabs: readonly { id: CampaignTab; label: string }[] = [
  { id: 'general', label: 'General Details' },
  { id: 'terms', label: 'Terms of Service' },
  { id: 'offers', label: 'Offers' },
  { id: 'email', label: 'Email' },
]

const toList = (
  <Link to="/campaigns" className={buttonStyle({ variant: 'outline' })}>
    Go to campaigns
  </Link>
)

/** One campaign (CD-01 to CD-07). */
export default function CampaignScreen() {
  const { api } = useApp()
  const { campaignId } = route.useParams()
  return (
    <ResourceRecord
      key={campaignId}
      id={campaignId}
      resource="campaigns"
      read={readCampaign(api, campaignId)}
      failure="Error fetching campaign"
      noun="campaign"
      toList={toList}
    >
      {(campaign) => <CampaignPage campaign={campaign} />}
    </ResourceRecord>
  )
}

function CampaignPage({ campaign }: { campaign: Campaign }) {
  const { extensions } = useApp().config
  const navigate = route.useNavigate()
  const search = route.useSearch()
  const tab = search.tab ?? 'general'
  const isOffers = tab === 'offers'
  const offersActions = extensions ? campaignOffersActions : coreCampaignOffersActions
  const { id: campaignId, offersCount } = campaign
  const counted = useMemo(
    () =>
      tabs.map((each) =>
        each.id === 'offers' && typeof offersCount === 'number' ? { ...each, count: formatCount(offersCount) } : each,
      ),
    [offersCount],
  )
  const choose = useTabsAtAddress<CampaignTab, typeof search>(
    tab,
    search,
    (next) => ({ tab: next === 'general' ? undefined : next }),
    (at) => void navigate({ search: at, resetScroll: false }),
  )
  return (
    <>
      <PageHeader
        title={campaign.name}
        within="Campaigns"
        isRecord
        back={<BackLink to="/campaigns" />}
        badge={campaign.status && <StatusBadge status={campaign.status} />}
        actions={<PageButtons actions={isOffers ? offersActions : campaignPageActions} record={campaign} />}
      />
      <Tabs label="Campaign" tabs={counted} value={tab} onChange={choose}>
        <PartBoundary resetKey={tab}>
          <Suspense fallback={<LoadingState />}>
            {tab === 'general' && <GeneralTab campaign={campaign} />}
            {tab === 'terms' && <TermsTab terms={campaign.termsOfService} />}
            {isOffers && <OffersTab campaignId={campaignId} />}
            {tab === 'email' && <EmailTab campaign={campaign} />}
          </Suspense>
        </PartBoundary>
      </Tabs>
    </>
  )
}
