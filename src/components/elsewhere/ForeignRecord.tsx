import { useApp, useSession } from '../../app/context'
import { Button } from '../base/Button'
import { EmptyState } from '../base/EmptyState'
import { type PlaceProps, UnknownRecord } from '../record/UnknownRecord'

/** In place of a record of another organization of the same person, with the way there (GE-04). */
export default function ForeignRecord({
  noun,
  organizationId,
  toList,
}: PlaceProps & { organizationId?: string | null | undefined }) {
  const { session } = useApp()
  const owner = useSession(({ context }) => context.organizations.find(({ id }) => id === organizationId))
  const isLoading = useSession((state) => state.matches({ signedIn: { organizations: 'loading' } }))
  if (isLoading) return null
  // Without a list of organizations, nothing says that it is one of the person's own.
  if (!owner) return <UnknownRecord noun={noun} toList={toList} />
  const follow = () => session.send({ type: 'organization.follow', organizationId: owner.id })
  return (
    <EmptyState
      title={`This ${noun} belongs to ${owner.name}`}
      level={1}
      actions={
        <>
          <Button variant="solid" onClick={follow}>
            Switch to {owner.name}
          </Button>
          {toList}
        </>
      }
    >
      You are in another organization now.
    </EmptyState>
  )
}
