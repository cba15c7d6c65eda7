import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { CollaborationRecord } from '../../../contract/extensions/collaborations'
import type { CollaborationState } from '../../../contract/lists/collaborations'
import { ActionButton } from '../../components/actions/ActionButton'
import { PageButtons } from '../../components/actions/PageMenu'
import { Alert } from '../../components/base/Alert'
import { buttonStyle } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { DescriptionList } from '../../components/base/DescriptionList'
import { Moment } from '../../components/base/Moment'
import { EmptyState } from '../../components/base/EmptyState'
import { LoadingState } from '../../components/base/LoadingState'
import { PageHeader } from '../../components/base/PageHeader'
import { Row } from '../../components/base/Row'
import { Stack } from '../../components/base/Stack'
import { Tabs } from '../../components/base/Tabs'
import { RecordColumns } from '../../components/record/RecordColumns'
import { ResourceRecord } from '../../components/record/ResourceRecord'
import { useApp, useSession } from '../../app/context'
import { useTabsAtAddress } from '../../app/useTabsAtAddress'
import { readCollaboration } from '../../data/resources/collaborations'
import { PartBoundary } from '../layout/PartBoundary'
import { BackToCollaborations } from './BackToCollaborations'
import { collaborationActions, sellAction, shareCampaigns } from './actions'
import { type CollaborationTab, lazyTabs } from './collaborationTabs'
import { SaleAtAddress } from './SaleAtAddress'
import { SharedCampaigns } from './SharedCampaigns'
import { SharedOffers } from './SharedOffers'
import { StateBadge } from './StateBadge'

const { orders: OrdersTab, timeline: Timeline } = lazyTabs

const route = getRouteApi('/_signedIn/admin/collaborations/$collaborationId')

const toList = (
  <Link to="/admin/collaborations" className={buttonStyle({ variant: 'outline' })}>
    Go to collaborations
  </Link>
)

/** One collaboration, as either of its organizations sees it (CO-01). */
export default function CollaborationScreen() {
  const { api, config } = useApp()
  const { collaborationId } = route.useParams()
  const { as, sell } = route.useSearch()
  const organizationId = useSession(({ context }) => context.organizationId)
  if (!config.extensions) return <EmptyState title="This backend knows no collaborations." level={1} />
  return (
    <ResourceRecord
      key={`${collaborationId} ${organizationId} ${as}`}
      id={collaborationId}
      resource="collaborations"
      read={readCollaboration(api, collaborationId, organizationId, as)}
      failure="Error fetching collaboration"
      noun="collaboration"
      toList={toList}
    >
      {(collaboration) => (
        <>
          {sell !== undefined && as === undefined && (
            <SaleAtAddress key={sell} collaboration={collaboration} campaignId={sell} />
          )}
          <CollaborationPage collaboration={collaboration} as={as} />
        </>
      )}
    </ResourceRecord>
  )
}

/** What each state means, for whoever shares and for the partner. */
const told: Record<CollaborationState, Record<'given' | 'received', string | undefined>> = {
  invited: { given: 'The invitation has been sent. Nothing is shared until it is accepted.', received: undefined },
  active: { given: undefined, received: undefined },
  paused: {
    given: 'It is paused: the partner sees and sells nothing until you resume it.',
    received: 'It is paused: you see and sell nothing until the partner resumes it. What you have sold stays here.',
  },
  ended: {
    given: 'It has ended. Nothing is shared any more. What was sold, and is owed for it, stays here.',
    received: 'It has ended. Nothing is shared any more. What you have sold, and are owed for it, stays here.',
  },
  declined: { given: 'The invitation was declined. You can invite them again.', received: undefined },
}

const shared = { id: 'shared', label: 'Shared' } as const
const orders = { id: 'orders', label: 'Orders and statement' } as const
const timeline = { id: 'timeline', label: 'Timeline' } as const

interface CollaborationPageProps {
  collaboration: CollaborationRecord
  /** Whoever shares looks through the partner’s eyes, and changes nothing. */
  as: 'partner' | undefined
}

function CollaborationPage({ collaboration, as }: CollaborationPageProps) {
  const { partner, collaborator, email, share, state, side, since, createdAt, isExpired, campaigns } = collaboration
  const isAgreed = side === 'received' || Boolean(partner)
  const tabs = [shared, ...(isAgreed ? [orders] : []), ...(as === undefined ? [timeline] : [])]
  const navigate = route.useNavigate()
  const search = route.useSearch()
  const tab = tabs.find(({ id }) => id === search.tab)?.id ?? shared.id
  const choose = useTabsAtAddress<CollaborationTab, typeof search>(
    tab,
    search,
    (next) => ({ as, tab: next === 'shared' ? undefined : next }),
    (at) => void navigate({ search: at, resetScroll: false }),
  )
  const sentence = isExpired
    ? 'The invitation has expired. Send it again, or withdraw it.'
    : state && told[state][side ?? 'given']
  return (
    <>
      <PageHeader
        title={partner || email || collaboration.id}
        within="Collaborations"
        isRecord
        back={<BackToCollaborations />}
        badge={<StateBadge {...collaboration} />}
        actions={
          as === undefined && (
            <Row>
              <ActionButton action={sellAction} row={collaboration} />
              <PageButtons actions={collaborationActions} record={collaboration} />
            </Row>
          )
        }
      />
      {as !== undefined && (
        <Alert
          tone="amber"
          action={
            <Link
              to="/admin/collaborations/$collaborationId"
              params={{ collaborationId: collaboration.id }}
              className={buttonStyle({ size: 'sm' })}
            >
              Back to your view
            </Link>
          }
        >
          You see what your partner sees. Nothing can be changed here.
        </Alert>
      )}
      {sentence && <Alert tone="blue">{sentence}</Alert>}
      <RecordColumns
        side={
          <Card title={side === 'received' ? 'Shared with you by' : 'Partner'}>
            <DescriptionList
              entries={[
                { term: 'Organization', detail: partner },
                { term: 'Collaborator', detail: collaborator },
                { term: 'Email', detail: email },
                {
                  term: side === 'received' ? 'Your share of each sale' : 'Their share of each sale',
                  detail: `${share ?? 0} %`,
                },
                { term: 'Invited', detail: <Moment iso={createdAt} /> },
                { term: 'Since', detail: <Moment iso={since} /> },
              ]}
            />
          </Card>
        }
      >
        <Tabs label="Collaboration" tabs={tabs} value={tab} onChange={choose}>
          <PartBoundary resetKey={tab}>
            <Suspense fallback={<LoadingState />}>
              {tab === 'shared' && (
                <Stack>
                  <SharedCampaigns
                    campaigns={campaigns ?? []}
                    isPartner={side === 'received'}
                    action={<ActionButton action={shareCampaigns} row={collaboration} size="sm" />}
                    none={state === 'paused' ? 'Nothing is shared during a pause.' : 'No campaign is shared any more.'}
                  />
                  <SharedOffers id={collaboration.id} as={as} />
                </Stack>
              )}
              {tab === 'orders' && <OrdersTab collaboration={collaboration} as={as} />}
              {tab === 'timeline' && <Timeline resource="collaborations" recordId={collaboration.id} />}
            </Suspense>
          </PartBoundary>
        </Tabs>
      </RecordColumns>
    </>
  )
}
