import { setup } from 'xstate'
import { lifeActions, refuse } from './life'

type CampaignEvent = { type: 'archive' } | { type: 'restore' } | { type: 'change' }

/** The life of a campaign: put away and taken back, and not changed in between (CP-01). */
export const campaignLife = setup({ types: { events: {} as CampaignEvent }, actions: lifeActions }).createMachine({
  id: 'campaignLife',
  initial: 'live',
  states: {
    live: { on: { archive: 'archived', change: 'live', '*': refuse('This campaign is not archived.') } },
    archived: { on: { restore: 'live', '*': refuse('This campaign is archived. Restore it first.') } },
  },
})

/** The state of a campaign as lists and records show it. */
export const campaignStateOf = ({ archivedAt }: { archivedAt?: string | Date | null | undefined }) =>
  archivedAt ? 'archived' : 'live'
