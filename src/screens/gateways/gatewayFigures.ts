import type { GatewayRecord } from '../../../contract/extensions/gateways'
import { formatCount, formatPrice } from '../../components/base/format'

type Capped = Pick<GatewayRecord, 'monthlyCap' | 'chargedThisMonth' | 'currency'>

/** Whether the cap of the month is reached, so that nothing more is charged (GW-01). */
export const isCapped = ({ monthlyCap, chargedThisMonth }: Capped): boolean =>
  typeof monthlyCap === 'number' && (chargedThisMonth ?? 0) >= monthlyCap

/** How much of the month's cap is used; a cap that is not reached is never said to be used up. */
export function capText({ monthlyCap, chargedThisMonth, currency }: Capped): string | undefined {
  if (typeof monthlyCap !== 'number') return undefined
  const charged = chargedThisMonth ?? 0
  const percent = monthlyCap === 0 ? 100 : Math.floor((charged / monthlyCap) * 100)
  return `${formatPrice(charged, currency)} of ${formatPrice(monthlyCap, currency)} (${formatCount(percent)} %)`
}

/** How many charges there were today, and what they come to. */
export const chargesText = ({ chargesToday, chargedToday, currency }: GatewayRecord): string =>
  chargesToday ? `${formatCount(chargesToday)} · ${formatPrice(chargedToday, currency)}` : '0'

/** In percent; undefined when nothing was answered in 30 days. */
export const approvalText = ({ approvalRate }: Pick<GatewayRecord, 'approvalRate'>): string | undefined =>
  typeof approvalRate === 'number' ? `${approvalRate.toFixed(1)} %` : undefined
