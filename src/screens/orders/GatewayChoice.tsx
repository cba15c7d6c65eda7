import type { OrderPayments } from '../../../contract/extensions/payments'
import { gatewayOf } from '../../../contract/rules/linkTold'
import { SelectField } from '../../components/form/SelectField'

export interface GatewayChoiceProps {
  gateways: NonNullable<OrderPayments['gateways']>
  chosen: string | undefined
  onChoose: (id: string) => void
  isBusy: boolean
}

/** Another gateway for the link, while the usual one is over its cap (GW-01). */
export default function GatewayChoice({ gateways, chosen, onChoose, isBusy }: GatewayChoiceProps) {
  return (
    <SelectField
      name="gateway"
      label="Payment gateway"
      value={gatewayOf(gateways, chosen)?.id ?? ''}
      disabled={isBusy}
      onChange={onChoose}
      options={gateways.map(({ id, displayName, whyNot }) => ({
        value: id,
        label: whyNot ? `${displayName}: over its cap` : displayName,
      }))}
    />
  )
}
