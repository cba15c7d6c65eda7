import { searched } from '../contract/lists/searched'

interface Deletion {
  /** What people call one of them. */
  noun: string
  /** Whether a deletion can be undone (WF-05). */
  isRestorable: boolean
  /** What it is called to delete one: the button, the same while it works, and what has been done. */
  verbs: readonly [verb: string, doing: string, done: string]
}

const verbs = ['Delete', 'Deleting...', 'deleted'] as const

/** What can be deleted, or is said to be finished, without being in a list that is searched. */
const others = {
  autoresponders: { noun: 'Auto-responder', isRestorable: true, verbs },
  callBacks: { noun: 'Call-back', isRestorable: false, verbs: ['Finish', 'Finishing...', 'done'] },
  invites: { noun: 'Invite', isRestorable: false, verbs: ['Revoke', 'Revoking...', 'revoked'] },
  // One that is held back; it stays in the list of mails, as dropped.
  mails: { noun: 'Mail', isRestorable: false, verbs: ['Drop', 'Dropping...', 'dropped'] },
  orderDrafts: { noun: 'Draft', isRestorable: false, verbs: ['Discard', 'Discarding...', 'discarded'] },
  plugins: { noun: 'Email provider', isRestorable: false, verbs },
  apiTokens: { noun: 'API token', isRestorable: false, verbs: ['Revoke', 'Revoking...', 'revoked'] },
  savedReports: { noun: 'Report', isRestorable: false, verbs },
  savedViews: { noun: 'View', isRestorable: true, verbs },
  telephoneTokens: { noun: 'Token', isRestorable: false, verbs: ['Revoke', 'Revoking...', 'revoked'] },
  webhooks: { noun: 'Webhook', isRestorable: false, verbs },
} as const satisfies Readonly<Record<string, Deletion>>

type Searched = typeof searched
type Listed<Kind extends string> = {
  [Resource in keyof Searched]: Searched[Resource] extends { noun: string; deletion: Kind } ? Resource : never
}[keyof Searched]
type Other<IsRestorable extends boolean> = {
  [Resource in keyof typeof others]: (typeof others)[Resource]['isRestorable'] extends IsRestorable ? Resource : never
}[keyof typeof others]

/** The resources whose records can be deleted: a list says so in its description. */
export type DeletableResource = keyof typeof others | Listed<'final' | 'restorable'>
type RestorableResource = Other<true> | Listed<'restorable'>

const isOther = (resource: DeletableResource): resource is keyof typeof others => Object.hasOwn(others, resource)

/** How a record of the resource is deleted, and what it is called. */
export function deletionOf(resource: DeletableResource): Deletion {
  if (isOther(resource)) return others[resource]
  const { noun, deletion } = searched[resource]
  return { noun, isRestorable: deletion === 'restorable', verbs }
}

export const isRestorable = (resource: DeletableResource): resource is RestorableResource =>
  deletionOf(resource).isRestorable
