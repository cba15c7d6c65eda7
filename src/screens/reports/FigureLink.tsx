import { measures } from '../../../contract/rules/measures'
import type { ShownFigure } from '../../../machines/reports/figureView.machine'
import { reports } from '../../../styled-system/recipes/reports'
import { changeOf, changeText } from '../../components/plot/sentence'
import { useWorkspace } from '../../app/context'
import { figureText, formatOf, toneOf } from './figures'

/** Opens what a figure is made of (RP-02). */
export function useFigureOpener() {
  const workspace = useWorkspace()
  return (figure: ShownFigure) => workspace.send({ type: 'open.figureView', recordId: undefined, input: { figure } })
}

/** A figure that leads to its formula and to its rows. */
export function FigureLink({ figure, isTotal }: { figure: ShownFigure; isTotal?: boolean }) {
  const open = useFigureOpener()
  return (
    <button
      type="button"
      className={reports().figure}
      data-total={isTotal || undefined}
      aria-haspopup="dialog"
      onClick={() => open(figure)}
    >
      {figureText(figure.measure, figure.value, figure.currency)}
    </button>
  )
}

/** How a figure has changed, good news in green; nothing where nothing can be said. */
export function FigureChange({ figure: { measure, value, before, currency } }: { figure: ShownFigure }) {
  const { isShare } = formatOf(measure, currency)
  const text = before && changeText(value, before.value, isShare)
  if (!text) return null
  return (
    <span className={reports().change} data-tone={toneOf(measure, changeOf(value, before.value, isShare))}>
      {text}
    </span>
  )
}

/** A total, large, with what it was before; all of it is the link. */
export function FigureCard({ figure }: { figure: ShownFigure }) {
  const open = useFigureOpener()
  const { measure, value, before, currency } = figure
  const styles = reports()
  return (
    <button type="button" className={styles.card} aria-haspopup="dialog" onClick={() => open(figure)}>
      <span className={styles.cardLabel}>{measures[measure].label}</span>
      <span className={styles.cardValue}>{figureText(measure, value, currency)}</span>
      {before && (
        <span className={styles.cardNote}>
          <FigureChange figure={figure} />
          <span>{figureText(measure, before.value, currency)} before</span>
        </span>
      )}
    </button>
  )
}
