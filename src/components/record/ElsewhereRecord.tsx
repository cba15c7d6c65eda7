import type { ReactNode } from 'react'
import { useApp, useSession } from '../../app/context'
import { Button } from '../base/Button'
import { EmptyState } from '../base/EmptyState'

interface PlaceProps {
  /** What such a record is called in a sentence, such as 'campaign'. */
  noun: string
  /** A link to the list of such records. */
  toList: ReactNode
}

/** In place of a record that does not exist, or is nothing of the person's: which of them is not told (GE-04). */
export function UnknownRecord({ noun, toList }: PlaceProps) {
  return (
    <EmptyState title="Not found" level={1} actions={toList}>
      There is no such {noun}, or it is not one of yours.
    </EmptyState>
  )
}

/** In place of a record of another organization of the same person, with the way there (GE-04). */
export function ForeignRecord({
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
