import { formatCount } from '../base/format'
import type { PlotKind, PlottedPoint } from './plotted'

export interface Told {
  /** What is shown, as a sentence begins: 'Sales'. */
  label: string
  kind: PlotKind
  /** A share of one is told in percent, and what has changed of it in points. */
  isShare?: boolean
  /** Whether its values add up to the total, as amounts do, and ratios do not. */
  isSum: boolean
  /** Whether more of it is worse, as of refunds: nobody calls their most the best. */
  isCost?: boolean
  format: (value: number) => string
  /** What a point is called, such as 'day' or 'campaign'. */
  part: string
  total: number | null
  /** Undefined when nothing is compared. */
  before?: number | null | undefined
  points: readonly PlottedPoint[]
}

/** Percent as a person says them: with a decimal below ten. */
export function percent(share: number): string {
  const whole = Math.abs(share * 100)
  return `${formatCount(whole < 10 ? Math.round(whole * 10) / 10 : Math.round(whole))} %`
}

/** How a figure has changed, such as 0.12 for 12 % more; null where nothing can be said. */
export function changeOf(value: number | null, before: number | null | undefined, isShare = false): number | null {
  if (value === null || typeof before !== 'number') return null
  if (isShare) return value - before
  return before === 0 ? null : (value - before) / Math.abs(before)
}

/** Less than can be seen once it is rounded. */
const isAlike = (change: number) => Math.abs(change) < 0.0005

/** By how much, without a sign: '12 %' or '3 points'. */
const muchOf = (change: number, isShare: boolean) =>
  isShare ? `${formatCount(Math.abs(Math.round(change * 1_000) / 10))} points` : percent(change)

/** The same in a few characters: '+12 %' or '-3 points'; null also where nothing has changed that can be seen. */
export function changeText(value: number | null, before: number | null | undefined, isShare = false): string | null {
  const change = changeOf(value, before, isShare)
  if (change === null || isAlike(change)) return null
  return `${change < 0 ? '−' : '+'}${muchOf(change, isShare)}`
}

function course({ label, format, total, before, isShare = false }: Told & { total: number }): string {
  const now = format(total)
  const change = changeOf(total, before, isShare)
  if (before === undefined) return `${label}: ${now}`
  if (before === null || (before === 0 && total !== 0))
    return `${label}: ${now}, after ${before === 0 ? 'none' : 'nothing to tell'} before`
  if (change === null || isAlike(change)) return `${label} stayed at ${now}`
  return `${label} ${change > 0 ? 'rose' : 'fell'} by ${muchOf(change, isShare)} to ${now}`
}

/** The largest, unless all are alike. */
function bestOf(points: readonly PlottedPoint[]): (PlottedPoint & { value: number }) | undefined {
  const known = points.filter((point): point is PlottedPoint & { value: number } => typeof point.value === 'number')
  const [first, ...others] = known.toSorted((one, other) => other.value - one.value)
  return first && others.some(({ value }) => value < first.value) ? first : undefined
}

/** What a chart shows, in one sentence: 'Sales rose by 12 % to $48,210; the best day was 14 Nov ($3,100).' */
export function plotSentence(told: Told): string {
  const { label, kind, format, part, total, points, isSum, isCost } = told
  if (total === null || points.every(({ value }) => !value)) {
    return total === null || total === 0
      ? `Nothing to show for ${label.toLowerCase()} in this period.`
      : `${course({ ...told, total })}.`
  }
  const best = bestOf(points)
  const said = course({ ...told, total })
  if (!best) return `${said}.`
  const isWholeOf = isSum && total > 0 && points.every(({ value }) => (value ?? 0) >= 0)
  const share = isWholeOf ? `, ${percent(best.value / total)} of all` : ''
  return kind === 'time'
    ? `${said}; the ${isCost ? 'highest' : 'best'} ${part} was ${best.tick ?? best.label} (${format(best.value)}).`
    : `${said}; ${best.label} ${isCost ? 'has the most with' : 'leads with'} ${format(best.value)}${share}.`
}

/** Where what is there at first gets lost: 'Of 120 links made, 55 come to links paid (46 %); most are lost before links opened: 40.' */
export function stagesSentence(points: readonly Pick<PlottedPoint, 'label' | 'value'>[]): string {
  const [first, ...others] = points.map(({ label, value }) => ({ name: label.toLowerCase(), count: value ?? 0 }))
  const last = others.at(-1)
  if (!first || !last || first.count === 0) return 'Nothing to show in this period.'
  const lost = others.map(({ name, count }, place) => ({ name, by: (others[place - 1] ?? first).count - count }))
  const most = lost.reduce((worst, one) => (one.by > worst.by ? one : worst))
  const course = `Of ${formatCount(first.count)} ${first.name}, ${formatCount(last.count)} come to ${last.name} (${percent(last.count / first.count)})`
  return most.by === 0 ? `${course}.` : `${course}; most are lost before ${most.name}: ${formatCount(most.by)}.`
}
