import type { OrganizationMember } from '../extensions/members'
import type { ListOf } from './description'

/** Who belongs to an organization has a call of its own, as only owners see them (AU-01). */
export const memberList = {
  resource: 'members',
  columns: {
    name: { kind: 'text', label: 'Name' },
    email: { kind: 'text', label: 'Email' },
    state: { kind: 'status', label: 'State' },
    joinedAt: { kind: 'moment', label: 'Joined' },
    lastSeenAt: { kind: 'moment', label: 'Last seen' },
    ordersCount: { kind: 'count', label: 'Orders' },
  },
  filters: {
    state: {
      kind: 'choice',
      label: 'State',
      options: ['active', 'disabled'],
      words: { active: 'Active', disabled: 'Disabled' },
    },
  },
  ranges: {},
  sorts: [],
  screenColumns: { hasTwoSteps: 'Two steps' },
} as const satisfies ListOf<'members', OrganizationMember>
