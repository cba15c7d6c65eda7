import { useSelector } from '@xstate/react'
import type { Campaign } from '../../../contract/campaigns'
import type { Member } from '../../../contract/organizations'
import { useApp, useSession } from '../../app/context'
import { readCampaignsByName } from '../../data/resources/byName'
import { readMembers } from '../../data/resources/organizationSettings'
import { useList } from '../../data/useList'

// What orders, and what belongs to them, are narrowed by, to choose from.

/** The campaigns of the organization. */
export function useCampaigns(): readonly Campaign[] {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  return useSelector(useList('campaigns', readCampaignsByName(api, organizationId)), ({ context }) => context.rows)
}

/** The people of the organization. */
export function useMembers(): readonly Member[] {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  return useSelector(useList('members', readMembers(api, organizationId)), ({ context }) => context.rows)
}

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
