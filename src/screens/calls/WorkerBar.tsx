import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { callBar } from '../../../styled-system/recipes/call-bar'
import { Alert } from '../../components/base/Alert'
import { formatShort } from '../../components/base/format'
import { useMembership, useWorkspace } from '../../app/context'
import { workerSilence } from '../../data/workerSilence'

/** Tells an owner that nobody sends mails and webhooks, and since when (LV-01). */
export function WorkerBar() {
  const { organizationId } = useWorkspace().getSnapshot().context
  const silence = useSyncExternalStore(workerSilence.follow, () => workerSilence.of(organizationId))
  const { role } = useMembership()
  if (!silence || role !== 'owner') return null
  return (
    <div className={callBar().root}>
      <Alert tone="amber">
        Mails and webhooks are not being sent: no worker has reported{' '}
        {silence.since === null ? 'yet' : `since ${formatShort(silence.since)}`}. The log of the worker says why.{' '}
        <Link to="/settings" search={{ tab: 'mails' }}>
          Show mails
        </Link>
      </Alert>
    </div>
  )
}
