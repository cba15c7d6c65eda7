import type { Preferences } from '../../contract/preferences'
import { type Notation, rewriting, writeAs } from '../components/base/format'

type Way = Pick<Preferences, 'language' | 'clock'>

/** The language whose numbers and dates are written; English for what nobody can write. */
export const languageOf = (chosen: Way['language']): string => (chosen === 'browser' ? navigator.language : chosen)

/** Whoever never chose writes so. */
let written: Way = { language: 'browser', clock: 'language' }

/** Writes numbers, dates and hours as the person chose; `isNews` when it was chosen elsewhere. */
export function writeNumbersAs({ language: chosen, clock }: Way, isNews: boolean): void {
  const isSame = chosen === written.language && clock === written.clock
  if (isNews && isSame) return
  written = { language: chosen, clock }
  const language = languageOf(chosen)
  const hours = new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions()
  writeAs(notationOf(language), clock === 'language' ? hours.hour12 : clock === '12')
  if (!isNews) return
  rewriting.count += 1
  rewriting.begin()
}

/** English is written by the formats themselves, as the specification has it. */
function notationOf(language: string): Notation | undefined {
  if (/^en\b/.test(language)) return undefined
  const decimals = (least: number) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: least, maximumFractionDigits: 2 })
  const [whole, amounts] = [decimals(0), decimals(2)]
  const dayOfYear = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' })
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' })
  return {
    language,
    number: (value, least) => (least ? amounts : whole).format(value),
    day: (date) => day.format(date),
    dayOfYear: (date) => dayOfYear.format(date),
  }
}
