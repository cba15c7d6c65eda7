/** Where a run of the browser tests leaves what it has recorded. */
export const runFolder = '.cache/flows'
