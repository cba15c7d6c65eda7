/** A value of an answer in words: texts as they are, everything else as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined ? 'nothing' : JSON.stringify(value)
}

/** Small letters for capital ones, and the other way round. */
export const withOtherCase = (text: string): string =>
  Array.from(text, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('')

/** The same as an expression, for the scripts of the findings. */
export const otherCaseBy = 'Array.from(it, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join("")'

/** The same form as a known id, with its digits changed. */
export function neverGiven(id: string): string {
  if (/^\d+$/.test(id)) return `9${'8'.repeat(Math.max(id.length, 8))}`
  return id.replaceAll(/[0-9a-f]/gi, (digit) => (digit === 'e' || digit === 'E' ? 'd' : 'e'))
}
