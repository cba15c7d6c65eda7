/** A value of an answer in words: texts as they are, everything else as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined ? 'nothing' : JSON.stringify(value)
}
