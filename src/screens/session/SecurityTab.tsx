import type { Session } from '../../../contract/extensions/users'
import { deviceName } from '../../../contract/rules/devices'
import { ReasonedButton } from '../../components/actions/ReasonedButton'
import { Badge } from '../../components/base/Badge'
import { Button } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { columnsOf } from '../../components/table/columns'
import { RowsTable } from '../../components/table/RowsTable'
import { useApp, useSession, useWorkspace } from '../../app/context'
import { MembershipCard } from '../members/MembershipCard'
import { readSessions } from '../../data/resources/account'
import { useList } from '../../data/useList'
import { useShownList } from '../../data/useShownList'
import { TwoStepsCard } from './TwoStepsCard'

const { text, moment, shown } = columnsOf<Session>()
const fixed = { sortable: false }

const columns = [
  shown('device', 'Device', deviceName, { ...fixed, size: 180 }),
  text('network', 'Network', { ...fixed, size: 130, card: { before: 'Network' } }),
  moment('lastSeenAt', 'Last seen', { ...fixed, card: { before: 'Last seen' } }),
  moment('createdAt', 'Signed in', { ...fixed, card: { before: 'Signed in' } }),
  shown('actions', 'What to do', (device) => <SignOut device={device} />, { ...fixed, card: {} }),
]

function SignOut({ device }: { device: Session }) {
  const workspace = useWorkspace()
  if (device.isCurrent) return <Badge tone="green">This device</Badge>
  return (
    <Button
      size="sm"
      aria-label={`Sign out there: ${deviceName(device)}`}
      onClick={() => workspace.send({ type: 'open.deviceSignOut', recordId: device.id, input: { device } })}
    >
      Sign out there
    </Button>
  )
}

/** One's own password, the second step at sign-in, and where one is signed in (ST-01). */
export default function SecurityTab() {
  const { api } = useApp()
  const workspace = useWorkspace()
  const user = useSession(({ context }) => context.user)
  const list = useList('sessions', readSessions(api))
  const devices = useShownList('sessions', list, () => 'Error fetching your devices')
  const isAlone = devices.state === 'populated' && devices.rows.every(({ isCurrent }) => isCurrent)
  if (!user) return null
  return (
    <Stack>
      <Card
        title="Password"
        action={
          <Button
            variant="outline"
            onClick={() =>
              workspace.send({
                type: 'open.passwordChange',
                recordId: user.id ?? undefined,
                input: { email: user.email },
              })
            }
          >
            Change password
          </Button>
        }
      >
        <Text tone="muted">Whoever changes it has to know it, and is signed out on all other devices.</Text>
      </Card>
      <TwoStepsCard user={user} />
      <Card
        title="Devices"
        action={
          <ReasonedButton
            variant="outline"
            reason={isAlone ? 'You are signed in nowhere else.' : undefined}
            onClick={() =>
              workspace.send({ type: 'open.deviceSignOut', recordId: undefined, input: { device: undefined } })
            }
          >
            Sign out everywhere else
          </ReasonedButton>
        }
      >
        <RowsTable label="Where you are signed in" columns={columns} {...devices} />
      </Card>
      {user.id && <MembershipCard userId={user.id} />}
    </Stack>
  )
}
