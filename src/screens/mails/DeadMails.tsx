import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { formatCount } from '../../components/base/format'
import { Card } from '../../components/base/Card'
import { useApp, useSession } from '../../app/context'
import { readDeadMails } from '../../data/resources/mails'
import { useList } from '../../data/useList'

/** How many mails were given up, and the way to them; nothing while there is none (ML-03). */
export default function DeadMails() {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('deadMails', readDeadMails(api, organizationId))
  const total = useSelector(list, (state) => (state.matches('populated') ? state.context.total : 0))
  if (total === 0) return null
  return (
    <Card title="Mails">
      <p>
        <Link to="/settings" search={{ tab: 'mails', state: 'dead' }}>
          {total === 1 ? '1 mail' : `${formatCount(total)} mails`} could not be delivered
        </Link>
      </p>
    </Card>
  )
}
