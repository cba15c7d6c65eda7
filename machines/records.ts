/** The resources whose records can be deleted: what one of them is called, and whether a deletion can be undone (WF-05). */
export const deletable = {
  customers: { noun: 'Customer', isRestorable: true },
  offers: { noun: 'Offer', isRestorable: false },
} as const
export type DeletableResource = keyof typeof deletable
