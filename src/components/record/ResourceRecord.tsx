import { page } from '../../../styled-system/recipes/page'
import { useSelector } from '@xstate/react'
import { type ReactNode, Suspense, useMemo } from 'react'
import type { OwnedRow } from '../../../machines/record/recordQuery.machine'
import { isNotFound } from '../../../contract/client/errors'
import type { Read } from '../../data/cache'
import { lazyPage } from '../../app/lazyPage'
import { useIsOnline, usePending, usePendingChanges } from '../../app/context'
import { useRecord } from '../../data/useRecord'
import { useTitle } from '../../browser/useTitle'
import { capitalised } from '../base/format'
import { ErrorState } from '../base/ErrorState'
import { LoadingState } from '../base/LoadingState'
import { StaleAlert } from './StaleAlert'
import { UnknownRecord } from './UnknownRecord'

/** Most records are of the organization that one is in. */
const ForeignRecord = lazyPage(() => import('../elsewhere/ForeignRecord'))

interface ResourceRecordProps<Row> {
  resource: string
  read: Read<Row>
  /** What is said when it can't be read, such as 'Error fetching campaign'. */
  failure: string
  /** What such a record is called in a sentence, such as 'campaign'. */
  noun: string
  /** A link to the list of such records, for a record that does not exist. */
  toList: ReactNode
  /** In its place once its deletion is confirmed, such as a way to its list. */
  deleted?: ReactNode
  /** In its place when it is not found but the answer says what has become of it. */
  elsewhere?: ((error: unknown) => ReactNode) | undefined
  children: (record: Row) => ReactNode
}

type RecordProps<Row> = Omit<ResourceRecordProps<Row>, 'deleted'>

/** One record: as the server has it, with the pending changes over it. Give it the record's id as its key. */
export function ResourceRecord<Row extends OwnedRow & { id: string }>({
  id,
  deleted,
  ...props
}: ResourceRecordProps<Row> & { id: string }) {
  const changes = usePendingChanges()
  const isDeleted = changes.some(
    (change) => change.kind === 'remove' && change.resource === props.resource && change.id === id && change.rereadId,
  )
  return isDeleted && deleted ? deleted : <ReadRecord {...props} />
}

/** Where there is no record to name, the tab is called after its list (GE-12). */
function Unnamed({ resource, children }: { resource: string; children: ReactNode }) {
  useTitle(capitalised(resource))
  return children
}

function ReadRecord<Row extends OwnedRow & { id: string }>(props: RecordProps<Row>) {
  const { resource, read, failure, noun, toList, elsewhere, children } = props
  const actor = useRecord(resource, read)
  const state = useSelector(actor, (snapshot) => snapshot)
  const isOnline = useIsOnline()
  const retry = () => actor.send({ type: 'record.retry' })
  const { record, error } = state.context
  const records = useMemo(() => (record ? [record] : []), [record])
  const [shown = record] = usePending(resource, records)
  if (state.matches({ answer: 'failed' })) {
    const instead = isNotFound(error) ? (
      (elsewhere?.(error) ?? <UnknownRecord noun={noun} toList={toList} />)
    ) : (
      <>
        <h1 className={page().spokenTitle}>{capitalised(resource)}</h1>
        <ErrorState message={failure} onRetry={retry} />
      </>
    )
    return <Unnamed resource={resource}>{instead}</Unnamed>
  }
  if (state.matches({ answer: 'foreign' })) {
    return (
      <Unnamed resource={resource}>
        <Suspense fallback={<LoadingState isPage />}>
          <ForeignRecord noun={noun} organizationId={record?.organizationId} toList={toList} />
        </Suspense>
      </Unnamed>
    )
  }
  if (!shown) {
    return (
      <Unnamed resource={resource}>
        <LoadingState isPage />
      </Unnamed>
    )
  }
  return (
    <>
      {isOnline && state.matches({ answer: { populated: 'stale' } }) && (
        <StaleAlert onRetry={retry}>{failure}</StaleAlert>
      )}
      {children(shown)}
    </>
  )
}
