import * as z from 'zod/mini'
import { id, shownNumber, shownText } from '../schemas'
import { version } from '../versions'
import type { ListOf } from './description'

/** What becomes of a collaboration (LI-05). */
export const collaborationStates = ['invited', 'active', 'paused', 'ended', 'declined'] as const
export type CollaborationState = (typeof collaborationStates)[number]

/** What one organization shares with another, as either of them sees it (CO-01). */
export const collaboration = z.object({
  id,
  /** The organization that sees it so. */
  organizationId: shownText,
  /** Whether it shares, or is shared with. */
  side: z.nullish(z.enum(['given', 'received'])),
  /** The other organization; null until somebody has accepted for it. */
  partner: shownText,
  /** Who invited, or who accepted. */
  collaborator: shownText,
  email: shownText,
  campaignsCount: shownNumber,
  /** What the partner gets of each sale, in percent. */
  share: shownNumber,
  state: z.nullish(z.enum(collaborationStates)),
  /** Until when an invitation can be accepted. */
  expiresAt: shownText,
  /** Whether it has waited for longer. */
  isExpired: z.nullish(z.boolean()),
  /** When it was accepted. */
  since: shownText,
  version,
  createdAt: shownText,
  updatedAt: shownText,
})
export type Collaboration = z.infer<typeof collaboration>

/** Collaborations have a call of their own, as not every backend has it. */
export const collaborationList = {
  resource: 'collaborations',
  columns: {
    partner: { kind: 'text', label: 'Partner' },
    collaborator: { kind: 'text', label: 'Collaborator' },
    email: { kind: 'text', label: 'Email' },
    campaignsCount: { kind: 'count', label: 'Shared campaigns', isSortable: false },
    state: { kind: 'status', label: 'State' },
    since: { kind: 'moment', label: 'Since' },
  },
  filters: {
    state: { kind: 'choice', label: 'State', options: collaborationStates },
    side: {
      kind: 'choice',
      label: 'Who shares',
      options: ['given', 'received'],
      words: { given: 'We share', received: 'Shared with us' },
    },
  },
  ranges: {},
  sorts: ['createdAt'],
} as const satisfies ListOf<'collaborations', Collaboration>

/** What a list of collaborations is sorted by. */
export const collaborationSorts = ['partner', 'collaborator', 'email', 'state', 'since', 'createdAt'] as const
