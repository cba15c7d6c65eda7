import { useSelector } from '@xstate/react'
import { inspector as inspectorRecipe } from '../../../styled-system/recipes/inspector'
import { differenceText } from '../../../machines/qa/replay/difference'
import type { Divergence } from '../../../machines/qa/replay/replay'
import { numberOf, placeOf } from '../../../machines/qa/replay/logView'
import { splitText } from '../../../machines/qa/replay/split'
import { Alert } from '../../components/base/Alert'
import { Button } from '../../components/base/Button'
import { Differences } from '../../components/chart/Differences'
import type { InspectorRef } from './startInspector'

const headline = ({ number, actor, what }: Divergence) => `Event ${number}${actor === '' ? '' : `, ${actor}`}: ${what}`

/** Where a replay parts, in a line: by its first value where the recording has values. */
function partingText({ what, recorded, replayed, values }: Divergence): string {
  const [value] = what === 'context' ? (values ?? []) : []
  return value ? differenceText(value) : `recorded ${recorded}, replayed ${replayed}`
}

/** What the machines of the recording are now, where its replay parts from it, and where it parts from another recording. */
export function Partings({ inspector }: { inspector: InspectorRef }) {
  const { flow, log, compared } = useSelector(inspector, (state) => state.context)
  const styles = inspectorRecipe()
  if (!flow) return null
  const [first] = flow.divergences
  const go = (number: number) => {
    const index = placeOf(log, number)
    if (index !== undefined) inspector.send({ type: 'entry.select', index })
  }
  return (
    <>
      {flow.changed.map(({ name, changes }) => (
        <Alert key={name} tone="amber">
          The machine {name} has changed since this was recorded. {changes.join(' ')}
        </Alert>
      ))}
      {first && (
        <Alert tone="red">
          At event {first.number} the replay parts from the recording ({first.what}): {partingText(first)}
          {flow.divergences.length > 1 && (
            <details className={styles.partings}>
              <summary>All {flow.divergences.length} differences</summary>
              <ul>
                {flow.divergences.map((each) => (
                  <li key={`${each.number} ${each.what}`}>
                    <Button size="sm" variant="link" onClick={() => go(each.number)}>
                      {headline(each)}
                    </Button>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </Alert>
      )}
      {compared && compared.splits.length > 0 && (
        <Alert tone="red">
          This recording parts from {compared.name}
          <ul className={styles.partings}>
            {compared.splits.map(({ actor, here, there }) => (
              <li key={actor}>
                {here ? (
                  <Button
                    size="sm"
                    variant="link"
                    onClick={() => inspector.send({ type: 'entry.select', index: here.index })}
                  >
                    Event {numberOf(here)}, {actor}
                  </Button>
                ) : (
                  actor
                )}
                : here {splitText(here)}; there {splitText(there)}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {compared?.splits.length === 0 && <Alert tone="green">Every machine did the same in both recordings.</Alert>}
    </>
  )
}

/** How the recording and its replay differ at an event, value by value where the recording has them. */
export function Parting({ divergences }: { divergences: readonly Divergence[] }) {
  return (
    <>
      <h3 className={inspectorRecipe().tab}>Recorded and replayed</h3>
      <Differences
        label="Recorded and replayed"
        found={divergences.flatMap(({ what, recorded, replayed, values }) =>
          what === 'context' && values
            ? values
            : [{ path: what, before: recorded, after: replayed }, ...(values ?? [])],
        )}
      />
    </>
  )
}
