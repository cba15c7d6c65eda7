/** The middle one of several measurements. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

export const print = (line: string) => void process.stdout.write(`${line}\n`)

/** What is being done, for whoever waits; kept out of a file. */
export const progress = (line: string) => void process.stderr.write(`  … ${line}\n`)
