import type { Membership } from './duties'

/** As much of a membership as decides it. */
interface Settled extends Pick<Membership, 'role'> {
  agents: Pick<Membership['agents'], 'seesAllOrders'>
}

/** Whether a member sees no orders but those that they have sold (ST-02). */
export const seesOwnOrdersAlone = ({ role, agents }: Settled): boolean => role === 'agent' && !agents.seesAllOrders
