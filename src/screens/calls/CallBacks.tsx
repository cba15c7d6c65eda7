import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { CallRecord } from '../../../contract/extensions/calls'
import { who } from '../../../machines/calls/openCalls'
import { ActionButton } from '../../components/actions/ActionButton'
import { Badge } from '../../components/base/Badge'
import { Card } from '../../components/base/Card'
import { Moment } from '../../components/base/Moment'
import { Row } from '../../components/base/Row'
import { columnsOf } from '../../components/table/columns'
import { RowsTable } from '../../components/table/RowsTable'
import { useApp, usePending, useSession } from '../../app/context'
import { readCallBacks } from '../../data/resources/openCalls'
import { useList } from '../../data/useList'
import { useNow } from '../../browser/useNow'
import { callBack, calledBack } from './actions'

const { text, shown } = columnsOf<CallRecord>()
const fixed = { sortable: false }

const columns = [
  shown(
    'customerName',
    'Customer',
    ({ customerId, customerName }) =>
      customerId ? (
        <Link to="/customers/$customerId" params={{ customerId }}>
          {customerName || 'A customer'}
        </Link>
      ) : (
        'Nobody known'
      ),
    fixed,
  ),
  text('phone', 'Number', { ...fixed, card: {} }),
  shown('callBackAt', 'When', ({ callBackAt }) => <When at={callBackAt ?? ''} />, {
    ...fixed,
    card: {},
    size: 280,
  }),
  text('note', 'Note', fixed),
  shown('actions', 'What to do', (call) => <Actions call={call} />, { ...fixed, card: {} }),
]

const When = ({ at }: { at: string }) => (
  <>
    {Date.parse(at) / 1_000 < useNow() && <Badge tone="red">Overdue</Badge>} <Moment iso={at} />
  </>
)

const Actions = ({ call }: { call: CallRecord }) => (
  <Row>
    <ActionButton action={callBack} row={call} size="sm" aria-label={`Call ${who(call)}`} />
    <ActionButton action={calledBack} row={call} size="sm" variant="ghost" aria-label={`Done with ${who(call)}`} />
  </Row>
)

interface CallBacksProps {
  /** Whether those are left out who are to be called later. */
  isDue: boolean
}

/** Whom the person is to call back, the one who is due first before all others; nothing while there is nobody (CA-02). */
export default function CallBacks({ isDue }: CallBacksProps) {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('callBacks', readCallBacks(api, organizationId))
  const state = useSelector(list, (snapshot) => snapshot)
  const all = usePending('callBacks', state.context.rows)
  const now = useNow()
  const due = all.filter(({ callBackAt }) => callBackAt && Date.parse(callBackAt) / 1_000 <= now)
  const rows = isDue ? due : all
  const later = all.length - due.length
  const isFailed = state.matches('failed')
  if (all.length === 0 && !isFailed) return null
  return (
    <Card
      title="Call back"
      action={
        isDue &&
        later > 0 && (
          <Link
            from="/dashboard"
            to="/dashboard"
            search={(before) => ({ ...before, callBacks: undefined })}
            resetScroll={false}
          >
            {`And ${later} later`}
          </Link>
        )
      }
    >
      <RowsTable
        label="Whom to call back"
        columns={columns}
        rows={rows}
        state={state.value}
        error={isFailed ? 'Error fetching whom to call back' : undefined}
        onRetry={() => list.send({ type: 'list.retry' })}
      />
    </Card>
  )
}
