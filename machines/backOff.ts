const first = 1_000
const longest = 30_000

/** Milliseconds before a server that did not answer is asked again: doubled with every failure, from 1 s to 30 s. */
export const backOff = (failures: number): number => Math.min(first * 2 ** (failures - 1), longest)
