import type { GatewayRecord } from '../../../contract/extensions/gateways'
import { Badge } from '../../components/base/Badge'
import { isCapped } from './gatewayFigures'

export const gatewayKinds: Readonly<Record<GatewayRecord['kind'], string>> = { sandbox: 'Sandbox', stripe: 'Stripe' }

/** Whether customers can pay through a gateway now. */
export function GatewayState({ gateway }: { gateway: GatewayRecord }) {
  if (gateway.state === 'disabled') return <Badge mark="dot">Disabled</Badge>
  if (isCapped(gateway)) {
    return (
      <Badge tone="amber" mark="dot">
        Cap reached
      </Badge>
    )
  }
  return (
    <Badge tone="green" mark="dot">
      Enabled
    </Badge>
  )
}
