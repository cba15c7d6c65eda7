import ChartColumn from 'lucide-react/icons/chart-column'
import Download from 'lucide-react/icons/download'
import Table2 from 'lucide-react/icons/table-2'
import { useRef, useState } from 'react'
import { plot } from '../../../styled-system/recipes/plot'
import { useWidth } from '../../browser/useWidth'
import { DropdownMenu } from '../base/DropdownMenu'
import { IconButton } from '../base/IconButton'
import { LaterPart } from '../layout/LaterPart'
import { PlotTable, RankedPlot } from './lazyPlots'
import { PlotLegend } from './PlotLegend'
import { isDrawn, type PlotProps } from './plotted'
import { TimePlot } from './TimePlot'

/**
 * A chart with its sentence, its table and its files. A value is read by pointing at it and by the arrow keys; where
 * nothing can be drawn a word stands in its place (RP-01, DB-02).
 */
export function Plot(props: PlotProps) {
  const { label, kind, series, sentence, fileName, hasTableBeside } = props
  const [isTable, setTable] = useState(false)
  const [width, measure] = useWidth()
  const root = useRef<HTMLElement>(null)
  const styles = plot()
  const isShown = isDrawn(series)
  const save = async (as: string) => {
    const { savePicture } = await import('../../browser/savePicture')
    const drawing = root.current?.querySelector<SVGSVGElement>('[data-drawing]')
    if (drawing) await savePicture({ drawing, fileName, title: label, sentence }, as === 'png' ? 'png' : 'svg')
  }
  return (
    <figure className={styles.root} aria-label={label} ref={root}>
      <div className={styles.head}>
        <figcaption className={styles.sentence}>{isShown && sentence}</figcaption>
        {isShown && (
          <div className={styles.tools}>
            {!hasTableBeside && (
              <IconButton
                label={isTable ? 'Show as a chart' : 'Show as a table'}
                variant="ghost"
                size="sm"
                onClick={() => setTable(!isTable)}
              >
                {isTable ? <ChartColumn aria-hidden="true" /> : <Table2 aria-hidden="true" />}
              </IconButton>
            )}
            {!isTable && (
              <DropdownMenu
                label={`Save ${label}`}
                variant="ghost"
                size="sm"
                shape="icon"
                items={[
                  { id: 'png', label: 'Save as PNG' },
                  { id: 'svg', label: 'Save as SVG' },
                ]}
                onSelect={(as) => void save(as)}
              >
                <Download aria-hidden="true" />
              </DropdownMenu>
            )}
          </div>
        )}
      </div>
      {!isShown ? (
        <p className={styles.empty}>{sentence}</p>
      ) : isTable ? (
        <LaterPart>
          <PlotTable {...props} />
        </LaterPart>
      ) : (
        <>
          <div className={styles.frame} data-kind={kind} ref={measure}>
            {width > 0 &&
              (kind === 'time' ? (
                <TimePlot {...props} width={width} />
              ) : (
                <LaterPart>
                  <RankedPlot {...props} width={width} />
                </LaterPart>
              ))}
          </div>
          <PlotLegend {...props} />
        </>
      )}
    </figure>
  )
}
