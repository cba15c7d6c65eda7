/** The resources whose records can be deleted, with what one of them is called. */
export const deletable = {
  offers: { noun: 'offer' },
} as const
export type DeletableResource = keyof typeof deletable
