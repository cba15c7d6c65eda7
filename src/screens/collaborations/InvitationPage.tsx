import { Link, Navigate } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { Invitation } from '../../../contract/extensions/collaborations'
import { invitationTold } from '../../../contract/rules/collaborations'
import { errorMessage, isRefusedForGood } from '../../../contract/client/errors'
import { ActionButton } from '../../components/actions/ActionButton'
import { buttonStyle } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { DescriptionList } from '../../components/base/DescriptionList'
import { EmptyState } from '../../components/base/EmptyState'
import { ErrorState } from '../../components/base/ErrorState'
import { LoadingState } from '../../components/base/LoadingState'
import { Moment } from '../../components/base/Moment'
import { PageHeader } from '../../components/base/PageHeader'
import { Row } from '../../components/base/Row'
import { Stack } from '../../components/base/Stack'
import { useApp, usePending, useSession } from '../../app/context'
import { readInvitation } from '../../data/resources/collaborations'
import { useList } from '../../data/useList'
import { BackToCollaborations } from './BackToCollaborations'
import { acceptInvitation, declineInvitation } from './actions'
import { SharedCampaigns } from './SharedCampaigns'

interface InvitationPageProps {
  token: string
  id: string | undefined
  /** As the link has it: who says that they invite is known from the answer alone. */
  organizationName: string | undefined
}

const toList = (
  <Link to="/admin/collaborations" className={buttonStyle({ variant: 'outline' })}>
    Go to collaborations
  </Link>
)

/** What a mailed link invites to, for whom it was sent to; once accepted it leads to the collaboration (CO-01). */
export default function InvitationPage({ token, id, organizationName }: InvitationPageProps) {
  const { api } = useApp()
  const list = useList('invitation', readInvitation(api, id, token))
  const state = useSelector(list, (snapshot) => snapshot)
  const [invitation] = usePending('collaborations', state.context.rows)
  if (state.matches('failed')) {
    const { error } = state.context
    if (!isRefusedForGood(error)) {
      return <ErrorState message="Error fetching the invitation" onRetry={() => list.send({ type: 'list.retry' })} />
    }
    return (
      <EmptyState title={errorMessage(error)} level={1} actions={toList}>
        {organizationName && `The link says that it is from ${organizationName}.`}
      </EmptyState>
    )
  }
  if (!invitation) return <LoadingState isPage />
  if (invitation.state === 'active' || invitation.state === 'paused') {
    return <Navigate to="/admin/collaborations/$collaborationId" params={{ collaborationId: invitation.id }} replace />
  }
  const told = toldOf(invitation)
  if (told === undefined) return <OpenInvitation invitation={invitation} token={token} />
  return (
    <EmptyState title={told} level={1} actions={toList}>
      {`${invitation.organizationName} sent it.`}
    </EmptyState>
  )
}

/** Why it can't be answered, in one sentence; undefined while it can. */
function toldOf({ state, isExpired }: Invitation): string | undefined {
  if (state === 'declined') return invitationTold.declined
  if (state === 'ended') return invitationTold.withdrawn
  return isExpired ? invitationTold.expired : undefined
}

function OpenInvitation({ invitation, token }: { invitation: Invitation; token: string }) {
  const here = useSession(({ context: { organizations, organizationId } }) =>
    organizations.find((one) => one.id === organizationId),
  )
  const { organizationName, inviterName, inviterEmail, share, expiresAt, campaigns } = invitation
  const opened = { invitation, token }
  return (
    <>
      <PageHeader
        title={`${organizationName} wants to share campaigns`}
        within="Collaborations"
        back={<BackToCollaborations />}
        actions={
          <Row>
            <ActionButton action={declineInvitation} row={opened} />
            <ActionButton action={acceptInvitation} row={opened} />
          </Row>
        }
      />
      <Stack>
        <Card>
          <DescriptionList
            entries={[
              { term: 'From', detail: `${inviterName} (${inviterEmail})` },
              { term: 'For', detail: here?.name },
              { term: 'Your share of each sale', detail: `${share ?? 0} %` },
              { term: 'To be answered until', detail: <Moment iso={expiresAt} /> },
            ]}
          />
        </Card>
        <SharedCampaigns campaigns={campaigns ?? []} isPartner />
      </Stack>
    </>
  )
}
