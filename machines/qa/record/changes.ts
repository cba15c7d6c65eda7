import * as z from 'zod/mini'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A part of a value that is another one afterwards: its path, and what it is, or nothing when it is gone. */
export const change = z.object({ path: z.array(z.string()), value: z.optional(z.unknown()) })
export type Change = z.infer<typeof change>

const isSame = (before: unknown, after: unknown): boolean =>
  before === after || JSON.stringify(before) === JSON.stringify(after)

/** What of a value is another one afterwards. A list is changed as a whole. */
export function changesBetween(before: unknown, after: unknown, path: string[] = []): Change[] {
  if (before === after) return []
  if (!isRecord(before) || !isRecord(after)) return isSame(before, after) ? [] : [{ path, value: after }]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    changesBetween(before[name], after[name], [...path, name]),
  )
}

/** A value with its changes. */
export const changed = (before: unknown, changes: readonly Change[]): unknown =>
  changes.reduce((value, { path, value: now }) => withPart(value, path, now), before)

function withPart(before: unknown, [name, ...rest]: readonly string[], now: unknown): unknown {
  if (name === undefined) return now
  const record = isRecord(before) ? before : {}
  const part = withPart(record[name], rest, now)
  const others = Object.entries(record).filter(([other]) => other !== name)
  // As own data, also for a name such as `__proto__`.
  return Object.fromEntries(part === undefined ? others : [...others, [name, part]])
}
