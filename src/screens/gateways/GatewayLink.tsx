import { Link } from '@tanstack/react-router'

interface GatewayLinkProps {
  id: string
  name: string
}

/** A gateway's name, as the way to its panel (GE-03). */
export const GatewayLink = ({ id, name }: GatewayLinkProps) => (
  <Link to="/gateways" search={{ gatewayInstanceId: id }} resetScroll={false}>
    {name}
  </Link>
)
