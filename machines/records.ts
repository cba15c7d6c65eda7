/** The resources whose records can be deleted: what one of them is called, what it is called to do so, and whether a deletion can be undone (WF-05). */
export const deletable = {
  autoresponders: { noun: 'Auto-responder', isRestorable: true, verbs: ['Delete', 'Deleting...', 'deleted'] },
  callBacks: { noun: 'Call-back', isRestorable: false, verbs: ['Finish', 'Finishing...', 'done'] },
  customers: { noun: 'Customer', isRestorable: true, verbs: ['Delete', 'Deleting...', 'deleted'] },
  offers: { noun: 'Offer', isRestorable: false, verbs: ['Delete', 'Deleting...', 'deleted'] },
  orderDrafts: { noun: 'Draft', isRestorable: false, verbs: ['Discard', 'Discarding...', 'discarded'] },
  plugins: { noun: 'Email provider', isRestorable: false, verbs: ['Delete', 'Deleting...', 'deleted'] },
  telephoneTokens: { noun: 'Token', isRestorable: false, verbs: ['Revoke', 'Revoking...', 'revoked'] },
} as const
export type DeletableResource = keyof typeof deletable

type RestorableResource = {
  [Resource in DeletableResource]: (typeof deletable)[Resource] extends { isRestorable: true } ? Resource : never
}[DeletableResource]
export const isRestorable = (resource: DeletableResource): resource is RestorableResource =>
  deletable[resource].isRestorable
