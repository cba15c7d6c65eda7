import { spanText } from '../../../contract/rules/spans'
import { formatCount, formatDay, formatPrice } from '../base/format'

export type FigureUnit = 'money' | 'count' | 'share' | 'time'

/** How figures of a unit are written: in full, and as short as an axis has room for. */
export interface FigureFormat {
  format: (value: number) => string
  formatTick: (value: number) => string
  isWhole: boolean
  isShare: boolean
}

const short = { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 } as const

/** A share of 1 in percent. */
export const formatShare = (value: number) => `${formatCount(Math.round(value * 1_000) / 10)} %`

const formats: Readonly<Record<FigureUnit, (currency: string | undefined) => FigureFormat>> = {
  money: (currency) => ({
    format: (value) => formatPrice(value, currency),
    formatTick: (value) => formatPrice(value, currency, short),
    isWhole: false,
    isShare: false,
  }),
  count: () => ({ format: formatCount, formatTick: formatCount, isWhole: true, isShare: false }),
  time: () => ({ format: spanText, formatTick: spanText, isWhole: false, isShare: false }),
  share: () => ({ format: formatShare, formatTick: formatShare, isWhole: false, isShare: true }),
}

/** A share is one of 1; money is in major units of the currency, which says how many decimals it has, and a time in seconds. */
export const figureFormat = (unit: FigureUnit, currency: string | undefined): FigureFormat => formats[unit](currency)

/** A day without its year, of which an axis says enough by the years that it begins with. */
export const dayTick = (day: string): string => formatDay(day).replace(/,? ?\d{4}\.?$/, '')

/** The days from one to another. */
export const formatDays = ({ from, to }: { from: string; to: string }): string =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
