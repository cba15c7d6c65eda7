// Measuring needs a page, and the same drawing must come out without one; so widths are estimated, on the wide side.

/** Widths of characters in parts of the font size, by group; what is in none is as wide as most letters. */
const groups: readonly (readonly [characters: string, width: number])[] = [
  ["ijl'|", 0.28],
  [' \u00A0!,./:;[]ftI', 0.35],
  ['()-r"*', 0.41],
  ['ckszvxyJ', 0.57],
  ['ABEKPSVXYCDHNRUw', 0.76],
  ['GOQ<>=+~', 0.82],
  ['mMW@%', 0.97],
]
const widths = new Map(groups.flatMap(([characters, width]) => Array.from(characters, (one) => [one, width] as const)))

/** How wide a text is at most in a system font, in pixels. */
export const textWidth = (text: string, fontSize: number): number =>
  Math.ceil(
    Array.from(text, (character) => widths.get(character) ?? 0.63).reduce((sum, width) => sum + width, 0) * fontSize,
  )

/** Breaks a text between words, so that no row is wider than asked unless one word is. */
export function wrapped(text: string, fontSize: number, maxWidth: number): string[] {
  const rows: string[] = []
  for (const word of text.split(' ')) {
    const last = rows.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && textWidth(longer, fontSize) <= maxWidth) rows[rows.length - 1] = longer
    else rows.push(word)
  }
  return rows
}
