import type { Campaign } from '../../../contract/campaigns'
import { Badge } from '../../components/base/Badge'

/** Marks the campaigns in which the signed-in person sells, which come first (CP-02). */
export const OwnMark = ({ isMine }: Campaign) => (isMine ? <Badge tone="blue">Yours</Badge> : null)
