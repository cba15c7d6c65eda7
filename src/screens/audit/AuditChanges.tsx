import { auditChanges } from '../../../styled-system/recipes/audit-changes'
import type { AuditChange, AuditEntry } from '../../../contract/extensions/audit'
import { useCurrency } from '../../app/context'
import { fieldText } from '../../../contract/rules/auditTexts'
import { valueOf } from './values'

/** So many are shown at once; more fold behind the names of the first. */
const mostShown = 2

const isOtherRecord = ({ field }: AuditChange) => field.endsWith('Id')

/** The changes that tell people something: not the record's own id, and the ids of others last. */
function shownChanges(changes: readonly AuditChange[]): AuditChange[] {
  const told = changes.filter(({ field }) => field !== 'id')
  return [...told.filter((change) => !isOtherRecord(change)), ...told.filter(isOtherRecord)]
}

/** What was changed, each field from what to what (AD-01). */
export function AuditChanges({ entry: { kind, changes } }: { entry: Pick<AuditEntry, 'kind' | 'changes'> }) {
  const shown = shownChanges(changes)
  if (shown.length === 0) return '-'
  const list = <ChangeList kind={kind} changes={shown} />
  if (shown.length <= mostShown) return list
  const named = shown.slice(0, mostShown).map(({ field }) => fieldText(field))
  return (
    <details>
      <summary>
        {named.join(', ')} and {shown.length - mostShown} more
      </summary>
      {list}
    </details>
  )
}

function ChangeList({ kind, changes }: Pick<AuditEntry, 'kind' | 'changes'>) {
  const styles = auditChanges()
  return (
    <dl className={styles.list}>
      {changes.map((change) => (
        <div key={change.field} className={styles.entry}>
          <dt>{fieldText(change.field)}</dt>
          <dd>{change.isSecret ? 'changed' : <Values kind={kind} change={change} />}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What was not there before has no value before, nor what is gone one after. */
function Values({ kind, change }: { kind: AuditEntry['kind']; change: AuditChange }) {
  const currency = useCurrency()
  const from = <Value as="del" text={valueOf(change, change.before, currency)} />
  const to = <Value as="ins" text={valueOf(change, change.after, currency)} />
  if (kind === 'created') return to
  if (kind === 'deleted') return from
  return (
    <>
      {from} <span aria-hidden="true">→</span> {to}
    </>
  )
}

/** Characters above which a text is cut. */
const long = 120

const Value = ({ as: Element, text }: { as: 'del' | 'ins'; text: string }) =>
  text.length > long ? (
    <Element title={text} data-long>
      {text}
    </Element>
  ) : (
    <Element>{text}</Element>
  )
