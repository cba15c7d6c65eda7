import type { GatewayRecord } from '../../../contract/extensions/gateways'
import { Card } from '../../components/base/Card'
import { Copyable } from '../../components/layout/Copyable'
import { type Description, DescriptionList } from '../../components/base/DescriptionList'
import { formatCount } from '../../components/base/format'
import { Moment } from '../../components/base/Moment'
import { approvalText, capText, chargesText } from './gatewayFigures'
import { gatewayKinds } from './GatewayState'

const known = (term: string, text: string | null | undefined): Description[] => (text ? [{ term, detail: text }] : [])

/** The last characters of a secret, which is shown no further. */
const endOf = (end: string | null | undefined) => end && `…${end}`

/** What goes through a gateway (GW-01). */
export const GatewayUse = ({ gateway }: { gateway: GatewayRecord }) => (
  <Card>
    <DescriptionList
      layout="rows"
      entries={[
        { term: 'Charges today', detail: chargesText(gateway) },
        ...known('Approval rate (30 days)', approvalText(gateway)),
        ...known('Monthly cap', capText(gateway)),
        {
          term: 'Last used',
          detail: gateway.lastUsedAt ? <Moment iso={gateway.lastUsedAt} /> : 'Never',
        },
        { term: 'Offers that use it', detail: formatCount(gateway.offersCount ?? 0) },
      ]}
    />
  </Card>
)

/** How a gateway is set up; of its secrets the last four characters. */
export function GatewaySetUp({ gateway }: { gateway: GatewayRecord }) {
  const { kind, secretKeyEnd, webhookSecretEnd, webhookAddress, createdAt } = gateway
  return (
    <Card title="Set up">
      <DescriptionList
        layout="rows"
        entries={[
          { term: 'Kind', detail: gatewayKinds[kind] },
          ...known('Secret key', endOf(secretKeyEnd)),
          ...known('Signing secret', endOf(webhookSecretEnd)),
          { term: 'Added', detail: <Moment iso={createdAt} /> },
        ]}
      />
      {webhookAddress && (
        <DescriptionList
          entries={[
            {
              term: 'Address of webhooks',
              detail: <Copyable label="Copy address of webhooks" text={webhookAddress} />,
              isWide: true,
            },
          ]}
        />
      )}
    </Card>
  )
}
