import type { Campaign } from '../../../contract/campaigns'
import type { Member } from '../../../contract/organizations'

// What orders, their lines and their transactions are narrowed by, to choose from.

export const campaignChoices = (campaigns: readonly Campaign[]) =>
  campaigns.map(({ id, name }) => ({ value: id, label: name }))

export const agentChoices = (members: readonly Member[]) =>
  members.map(({ id, name, email }) => ({ value: id, label: name || email || id }))

/** How far customers come with a payment link, from its making to its end. */
export const linkChoices = [
  { value: 'made', label: 'Not opened' },
  { value: 'opened', label: 'Opened only' },
  { value: 'tried', label: 'Tried to pay' },
  { value: 'paid', label: 'Paid by it' },
]
