import * as z from 'zod/mini'
import { money } from './schemas'

/** What the owners of an organization settle of what agents may do there (ST-02). */
export const agentPermissions = z.object({
  /** Major units that agents may give back of one order, whoever gave back the rest; 0 for none. */
  refundLimit: money,
  changesOffers: z.boolean(),
  /** Otherwise the orders that they have sold, and what belongs to these. */
  seesAllOrders: z.boolean(),
  /** Lists as files, with all rows that they see. */
  exports: z.boolean(),
  /** Views of lists with everybody, which they change and delete then, too. */
  sharesViews: z.boolean(),
})
export type AgentPermissions = z.infer<typeof agentPermissions>

/** What holds until an owner settles something else. */
export const standardPermissions: AgentPermissions = {
  refundLimit: 0,
  changesOffers: false,
  seesAllOrders: true,
  exports: false,
  sharesViews: false,
}
