import { Badge } from '../../components/base/Badge'
import { capitalised } from '../../components/base/format'

/** Whether a product is sold or archived. */
export const ProductStatus = ({ status }: { status: string | null | undefined }) =>
  status ? (
    <Badge tone={status === 'active' ? 'blue' : 'neutral'} mark="dot">
      {capitalised(status)}
    </Badge>
  ) : (
    '-'
  )
