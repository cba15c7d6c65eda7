import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { type ListLayout, narrowestColumn, widestColumn } from '../../../contract/rules/listLayout'
import { Button } from '../base/Button'
import { IconButton } from '../base/IconButton'
import { Row } from '../base/Row'
import { CheckboxField } from '../form/CheckboxField'
import { SimpleTable } from '../layout/SimpleTable'
import { Dialog } from '../overlay/Dialog'

interface ColumnsDialogProps {
  /** In their order. */
  columns: readonly { id: string; title: string; size?: number | undefined }[]
  hidden: readonly string[]
  /** Those that the person has chosen. */
  widths: ListLayout['widths']
  onArrange: (layout: ListLayout) => void
  onClose: () => void
}

const automatic: NonNullable<ListLayout['widths']> = {}

/** Pixels that a press makes a column wider or narrower. */
const step = 20

/** As wide as it is, where nobody has said. */
const widthOf = ({ id, size }: { id: string; size?: number | undefined }) =>
  size ?? document.querySelector<HTMLElement>(`th[data-column="${CSS.escape(id)}"]`)?.offsetWidth ?? 160

/** Which columns of a list are shown, in which order and how wide, without a mouse too (DT-03). */
export default function ColumnsDialog({ columns, hidden, widths: chosen, onArrange, onClose }: ColumnsDialogProps) {
  const widths = chosen ?? automatic
  const order = columns.map(({ id }) => id)
  const change = (layout: ListLayout) => onArrange({ order, hidden: [...hidden], widths, ...layout })
  const swap = (place: number) =>
    change({ order: order.toSpliced(place, 2, ...order.slice(place, place + 2).toReversed()) })
  const widen = (column: (typeof columns)[number], by: number) =>
    change({
      widths: { ...widths, [column.id]: Math.min(widestColumn, Math.max(narrowestColumn, widthOf(column) + by)) },
    })
  const isLast = (id: string) => hidden.length === columns.length - 1 && !hidden.includes(id)
  return (
    <Dialog
      open
      title="Order and widths"
      description="Kept for you on every device. The first column stays where it is."
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => onArrange({})}>Reset</Button>
          <Button variant="solid" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <SimpleTable
        label="Columns"
        columns={['Column', 'Width', 'Order']}
        rows={columns.map((column, place) => {
          const { id, title } = column
          return {
            id,
            cells: [
              <CheckboxField
                key="shown"
                name={id}
                label={title}
                checked={!hidden.includes(id)}
                disabled={isLast(id)}
                onChange={(isShown) =>
                  change({ hidden: isShown ? hidden.filter((one) => one !== id) : [...hidden, id] })
                }
              />,
              <Row key="width" justify="end">
                <IconButton label={`${title}: narrower`} size="sm" onClick={() => widen(column, -step)}>
                  <Minus aria-hidden="true" />
                </IconButton>
                {widths[id] ?? 'Auto'}
                <IconButton label={`${title}: wider`} size="sm" onClick={() => widen(column, step)}>
                  <Plus aria-hidden="true" />
                </IconButton>
              </Row>,
              <Row key="order" justify="end">
                <IconButton
                  label={`${title}: further to the front`}
                  size="sm"
                  disabled={place < 2}
                  onClick={() => swap(place - 1)}
                >
                  <ArrowUp aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={`${title}: further to the back`}
                  size="sm"
                  disabled={place === 0 || place === columns.length - 1}
                  onClick={() => swap(place)}
                >
                  <ArrowDown aria-hidden="true" />
                </IconButton>
              </Row>,
            ],
          }
        })}
        totals={[]}
      />
    </Dialog>
  )
}
