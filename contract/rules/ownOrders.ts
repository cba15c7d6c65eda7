import type { Membership } from './duties'

/** Whether a member sees no orders but those that they have sold (ST-02). */
export const seesOwnOrdersAlone = ({ role, agents }: Membership): boolean => role === 'agent' && !agents.seesAllOrders
