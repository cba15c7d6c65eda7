/** What a module exports, in the order of the names: bundlers and Node each have another. */
export const byName = <Exports extends object>(exports: Exports): Exports =>
  // Whole entries are put in order.
  Object.fromEntries(Object.entries(exports).toSorted(([one], [other]) => (one < other ? -1 : 1))) as Exports
