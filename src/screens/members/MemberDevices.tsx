import type { MemberRecord } from '../../../contract/extensions/members'
import { deviceName } from '../../../contract/rules/devices'
import { Card } from '../../components/base/Card'
import { Moment } from '../../components/base/Moment'
import { Text } from '../../components/base/Text'
import { SimpleTable } from '../../components/layout/SimpleTable'

/** Where a person has worked in this organization, the last seen first (AU-01). */
export const MemberDevices = ({ devices }: Pick<MemberRecord, 'devices'>) => (
  <Card title="Devices">
    {devices.length === 0 ? (
      <Text tone="muted">They have not worked here in the last 90 days.</Text>
    ) : (
      <SimpleTable
        label="Devices"
        columns={['Device', 'Network', 'First seen', 'Last seen']}
        texts={['Network', 'First seen', 'Last seen']}
        rows={devices.map(({ id, network, firstSeenAt, lastSeenAt, ...device }) => ({
          id,
          cells: [
            deviceName(device),
            network || '-',
            <Moment key="first" iso={firstSeenAt} />,
            <Moment key="last" iso={lastSeenAt} />,
          ],
          note: network || undefined,
        }))}
        totals={[]}
      />
    )}
  </Card>
)
