/** The beginning of a text, of at most so many UTF-16 units; of a character of two it never keeps the first alone. */
export const cutText = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
