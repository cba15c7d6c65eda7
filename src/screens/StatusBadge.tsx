import { Badge } from '../components/Badge'
import { capitalised } from '../components/format'

/** A campaign's status: green when completed, blue otherwise (CD-02). */
export const StatusBadge = ({ status }: { status: string | null | undefined }) =>
  status ? <Badge tone={status === 'completed' ? 'green' : 'blue'}>{capitalised(status)}</Badge> : '-'
