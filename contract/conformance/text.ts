/** A value of an answer in words: texts as they are, everything else as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined ? 'nothing' : JSON.stringify(value)
}

/** Small letters for capital ones, and the other way round. */
export const withOtherCase = (text: string): string =>
  Array.from(text, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('')
