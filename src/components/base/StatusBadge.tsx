import { Badge } from './Badge'
import { capitalised } from './format'

/** The status of a campaign: green when completed, blue otherwise (CD-02). */
export const StatusBadge = ({ status }: { status: string | null | undefined }) =>
  status ? (
    <Badge tone={status === 'completed' ? 'green' : 'blue'} mark="dot">
      {capitalised(status)}
    </Badge>
  ) : (
    '-'
  )
