import type { OrganizationMember } from '../../../contract/extensions/members'
import { Badge } from '../../components/base/Badge'

/** Whether a person may work in the organization (AU-01). */
export const MemberState = ({ state }: Pick<OrganizationMember, 'state'>) =>
  state === 'disabled' ? (
    <Badge tone="red" mark="dot">
      Disabled
    </Badge>
  ) : (
    <Badge tone="green" mark="dot">
      Active
    </Badge>
  )
