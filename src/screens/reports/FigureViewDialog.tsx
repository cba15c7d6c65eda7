import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { formulas } from '../../../contract/rules/formulas'
import { measures } from '../../../contract/rules/measures'
import type { FlowRef } from '../../../machines/flows'
import { reports } from '../../../styled-system/recipes/reports'
import { Button } from '../../components/base/Button'
import { DescriptionList } from '../../components/base/DescriptionList'
import { Text } from '../../components/base/Text'
import { Dialog } from '../../components/overlay/Dialog'
import { formatDays } from '../../components/plot/figureFormat'
import { FigureChange } from './FigureLink'
import { figureText } from './figures'
import { type CountedFigure, partLinks } from './partLinks'
import { keyName } from './reportPlot'

/** The rows that a figure is made of; of a ratio what is divided comes first. */
const Rows = ({ figure }: { figure: CountedFigure }) =>
  partLinks(figure).map(({ part, label, to, search }, index) => (
    <div key={part}>
      {index > 0 && 'divided by '}
      <Link to={to} search={search}>
        {label}
      </Link>
    </div>
  ))

/** What a figure is made of: its formula in words, and the lists of exactly the rows that come to it (RP-02). */
export default function FigureViewDialog({ flow }: { flow: FlowRef<'figureView'> }) {
  const { figure } = useSelector(flow, (state) => state.context)
  const { measure, value, currency, keys, days, filters, only = [], before } = figure
  const { label } = measures[measure]
  const styles = reports()
  return (
    <Dialog
      open
      title={[label, ...keys.map(keyName)].join(' · ')}
      onClose={() => flow.send({ type: 'dialog.leave' })}
      footer={<Button onClick={() => flow.send({ type: 'dialog.cancel' })}>Close</Button>}
    >
      <p className={styles.equation}>{figureText(measure, value, currency)}</p>
      <Text tone="muted">
        <span className={styles.formula}>{formulas[measure]}</span>
      </Text>
      <DescriptionList
        entries={[
          { term: 'Days', detail: formatDays(days), isWide: true },
          ...(only.length > 0 ? [{ term: 'Only', detail: only.join(', '), isWide: true }] : []),
          { term: 'Rows', detail: <Rows figure={figure} />, isWide: true },
          ...(before
            ? [
                {
                  term: `Compared with ${formatDays(before.days)}`,
                  detail: (
                    <>
                      {figureText(measure, before.value, currency)} <FigureChange figure={figure} />
                      <Rows figure={{ measure, keys, filters, days: before.days }} />
                    </>
                  ),
                  isWide: true,
                },
              ]
            : []),
        ]}
      />
    </Dialog>
  )
}
