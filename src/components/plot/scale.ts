/** A value as pixels: what is evenly apart stays so. */
export type Scale = (value: number) => number

type Range = readonly [from: number, to: number]

/** Values from one to another, which are not the same, onto pixels. */
export const scaleOf =
  ([from, to]: Range, [start, end]: Range): Scale =>
  (value) =>
    start + ((value - from) / (to - from)) * (end - start)

/**
 * The values that an axis names, from one at or below the least to one at or above the most: about as many as are wanted,
 * each 1, 2 or 5 times a power of ten from the next.
 */
export function axisTicks([least, most]: Range, wanted: number): number[] {
  const apart = (most - least) / wanted
  const power = Math.floor(Math.log10(apart))
  const rough = apart / 10 ** power
  const times = rough < Math.SQRT2 ? 1 : rough < Math.sqrt(10) ? 2 : rough < Math.sqrt(50) ? 5 : 10
  // Below one it is divided by a whole number: three times 0.1 would be 0.30000000000000004.
  const at = power < 0 ? (step: number) => (step * times) / 10 ** -power : (step: number) => step * times * 10 ** power
  const size = at(1)
  const first = Math.floor(least / size)
  return Array.from({ length: Math.ceil(most / size) - first + 1 }, (_, index) => at(first + index))
}

export interface Place {
  x: number
  y: number
}

/** Places that follow one another, each group up to where nothing is known. */
export function runsOf(places: readonly (Place | null)[]): Place[][] {
  const runs: Place[][] = [[]]
  for (const place of places) {
    if (place) runs.at(-1)?.push(place)
    else runs.push([])
  }
  return runs.filter((run) => run.length > 0)
}

const through = (places: readonly Place[]) => `M${places.map(({ x, y }) => `${x},${y}`).join('L')}`

/** The path of a line through places; nothing is drawn where there is none. */
export const linePath = (runs: readonly Place[][]) => runs.map(through).join('')

/** The path of what lies between a line and the height of zero. */
export const areaPath = (runs: readonly Place[][], zero: number) =>
  runs.map((run) => `${through(run)}L${run.at(-1)?.x},${zero}L${run[0]?.x},${zero}Z`).join('')
