import type { AuditChange } from '../../../contract/extensions/audit'
import { isMoment, worded } from '../../../contract/rules/auditTexts'
import { formatDay, formatMoment, formatPrice } from '../../components/base/format'

/** A value of a field as people read it; what is empty has a word, too. */
export function valueOf(
  change: Pick<AuditChange, 'field' | 'isMoney'>,
  value: AuditChange['before'],
  currency: string | undefined,
): string {
  const said = worded(change, value)
  if (said === null || said === '') return 'empty'
  if (typeof said === 'number') return change.isMoney ? formatPrice(said, currency) : String(said)
  if (/^\d{4}-\d\d-\d\d$/.test(said)) return formatDay(said)
  return isMoment(said) ? formatMoment(said) : said
}
