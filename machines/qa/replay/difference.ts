/** One place where two values differ, and what stands there as JSON text; undefined where nothing does. */
export interface Difference {
  /** Names from the outside in, joined by dots; empty for the whole. */
  path: string
  before: string | undefined
  after: string | undefined
}

const isNested = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Where two values of JSON differ, in the order of their names. */
export function differences(before: unknown, after: unknown, path = ''): Difference[] {
  if (isNested(before) && isNested(after) && Array.isArray(before) === Array.isArray(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...names].flatMap((name) => differences(before[name], after[name], path === '' ? name : `${path}.${name}`))
  }
  const [was, is] = [textOf(before), textOf(after)]
  return was === is ? [] : [{ path, before: was, after: is }]
}

/** The longest value that is told in a line. */
const longestValue = 60
const short = (value = 'nothing') => (value.length > longestValue ? `${value.slice(0, longestValue)}…` : value)

/** A value that was recorded and comes out otherwise, in a line. */
export const differenceText = ({ path, before, after }: Difference): string =>
  `${path} recorded ${short(before)}, replayed ${short(after)}`

const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : JSON.stringify(value))
