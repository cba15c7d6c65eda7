import type { AgentPermissions } from '../agentPermissions'
import { type Amount, amountOf, shownAmount } from './amounts'

/** What a person is to an organization; never shown as a word on a person (SE-12). */
export type Role = 'owner' | 'agent'

/** A person in one organization, as far as what they may do there depends on it. */
export interface Membership {
  role: Role
  /** What the organization's agents may do. */
  agents: AgentPermissions
}

/** What a person is to a record: it is their own, it is of a campaign that they sell in, or it is anybody's. */
export type Relation = 'own' | 'campaign' | 'anybody'

/** What is asked about: a record, or an amount of it. */
export interface About {
  /** Without one it is anybody's. */
  relation?: Relation | undefined
  /** What would have been given back of the order then; without it, the least that can be. */
  refunded?: { amount: Amount; currency: string } | undefined
}

/** Who has a duty beside the owners: agents, those of the record's campaign, whoever the organization settles, or nobody. */
export type Who = 'agents' | 'campaign' | Exclude<keyof AgentPermissions, 'seesAllOrders'> | 'owners'

export interface Described {
  /** What is done, as sentences say it after 'can'. */
  doing: string
  by: Who
}

/** All that is done in an organization, and who does it (ST-02). Money and secrets are an owner's. */
export const duties = {
  permissions: { doing: 'settle who may do what', by: 'owners' },
  organization: { doing: 'change the organization', by: 'owners' },
  archives: { doing: 'take everything along, and take an archive over', by: 'owners' },
  goals: { doing: 'set the goals of the team', by: 'owners' },
  roles: { doing: 'let people change settings', by: 'owners' },
  team: { doing: 'invite people and revoke invites', by: 'owners' },
  users: { doing: 'disable, enable and remove users', by: 'owners' },
  gateways: { doing: 'change gateways', by: 'owners' },
  seller: { doing: 'change what receipts say of the seller', by: 'owners' },
  providers: { doing: 'change email providers', by: 'owners' },
  apiTokens: { doing: 'let other programs in', by: 'owners' },
  telephone: { doing: 'connect telephone systems', by: 'owners' },
  webhooks: { doing: 'see and change webhooks', by: 'owners' },
  orderMails: { doing: 'change the mails about orders', by: 'owners' },
  heldMails: { doing: 'drop mails that were held back', by: 'owners' },
  campaigns: { doing: 'add, change and archive campaigns', by: 'owners' },
  collaborations: { doing: 'share campaigns with partners', by: 'owners' },
  offers: { doing: 'change offers, products and prices', by: 'changesOffers' },
  exports: { doing: 'export lists', by: 'exports' },
  sharedViews: { doing: 'share views and change shared ones', by: 'sharesViews' },
  refunds: { doing: 'refund orders', by: 'refundLimit' },
  campaignMails: { doing: 'change the mails of a campaign', by: 'campaign' },
  orders: { doing: 'place, change and cancel orders', by: 'agents' },
  fulfilments: { doing: 'pack, ship and track parcels', by: 'agents' },
  stock: { doing: 'adjust the stock', by: 'agents' },
  customers: { doing: 'add, change, merge and delete customers', by: 'agents' },
  calls: { doing: 'take and close calls', by: 'agents' },
  sheets: { doing: 'read sheets', by: 'agents' },
  bulk: { doing: 'change many records at once', by: 'agents' },
  reports: { doing: 'save, change and delete reports', by: 'agents' },
  views: { doing: 'save, change and delete views of lists', by: 'agents' },
  mails: { doing: 'send mails again that failed', by: 'agents' },
  leaving: { doing: 'leave the organization', by: 'agents' },
} as const satisfies Record<string, Described>
export type Duty = keyof typeof duties

/** Why a member does not have a duty, in one sentence (GE-05); undefined when they have. */
export function whyNotDuty({ role, agents }: Membership, duty: Duty, about: About = {}): string | undefined {
  const { doing, by } = duties[duty]
  if (role === 'owner' || by === 'agents') return undefined
  if (by === 'refundLimit') return whyNotRefunded(agents, about)
  if (by === 'campaign') {
    return about.relation === 'campaign' || about.relation === 'own'
      ? undefined
      : `Only owners and those who sell in it can ${doing}.`
  }
  return by !== 'owners' && agents[by] ? undefined : onlyOwners(doing)
}

const onlyOwners = (doing: string) => `Only an owner can ${doing}.`

/** Of an order agents give back what their organization lets them, and an owner the rest. */
function whyNotRefunded({ refundLimit }: AgentPermissions, { refunded }: About): string | undefined {
  const limit = amountOf(refundLimit)
  if (limit === 0) return onlyOwners(duties.refunds.doing)
  if (refunded === undefined || refunded.amount <= limit) return undefined
  return `You can refund ${shownAmount(limit, refunded.currency)} of an order at most. An owner can refund more.`
}
