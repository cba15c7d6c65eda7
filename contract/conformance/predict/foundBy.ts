import { isRecord } from '../engine/fields'
import type { Row } from '../engine/listing'
import { digitsOf } from '../engine/phones'
import { textOf } from '../engine/text'

/** Letters without their accents and capitals, as they may be looked for. */
const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Whether a text has some word of what was typed; of a number its digits, whatever is dialled before a country's code. */
function holds(text: string, q: string): boolean {
  const digits = digitsOf(q).replace(/^00/, '')
  const words = folded(q).trim().split(/\s+/)
  return words.some((word) => folded(text).includes(word)) || (digits.length > 2 && digitsOf(text).includes(digits))
}

/** What a row says that it was found by though it has nothing of what was typed; undefined where none does. */
export function strangelyFound(rows: readonly Row[], q: string): string | undefined {
  const strange = rows.find(({ foundBy }) => isRecord(foundBy) && !holds(textOf(foundBy['text'] ?? ''), q))
  return strange && `${textOf(strange['foundBy'])} of ${strange.id}`
}
