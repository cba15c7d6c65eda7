import { Badge } from '../../components/base/Badge'
import { capitalised } from '../../components/base/format'

/** A campaign's status: green when completed, blue otherwise (CD-02). */
export const StatusBadge = ({ status }: { status: string | null | undefined }) =>
  status ? (
    <Badge tone={status === 'completed' ? 'green' : 'blue'} mark="dot">
      {capitalised(status)}
    </Badge>
  ) : (
    '-'
  )
