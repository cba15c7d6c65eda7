import { importLabels } from '../../../contract/forms/sheetImports'
import type { ImportLine, ImportProblem, ImportVerdict, SheetImport } from '../../../contract/extensions/sheetImports'
import type { FlowRef } from '../../../machines/flows'
import type { LinesShown } from '../../../machines/sheetImports/sheetImportSetup'
import { Badge, type BadgeTone } from '../../components/base/Badge'
import { Button } from '../../components/base/Button'
import { formatCount } from '../../components/base/format'
import { Row } from '../../components/base/Row'
import { columnsOf } from '../../components/table/columns'
import { RowsTable } from '../../components/table/RowsTable'

const verdicts: Record<ImportVerdict, { label: string; tone: BadgeTone }> = {
  create: { label: 'New', tone: 'green' },
  update: { label: 'Changed', tone: 'blue' },
  same: { label: 'As it is', tone: 'neutral' },
  refused: { label: 'Left out', tone: 'red' },
}

const { text, shown } = columnsOf<ImportLine>()
const unsorted = { sortable: false }
const valueText = (value: string | number | null) => (value === null || value === '' ? 'empty' : `${value}`)

/** A message that does not begin with the name of its column has it before it. */
const whyNot = ({ field, message }: ImportProblem) =>
  message.startsWith(importLabels[field]) ? message : `${importLabels[field]}: ${message}`

/** What a line does, or makes, or why it does nothing. */
function what({ problems, changes, verdict }: ImportLine) {
  if (verdict === 'refused') return problems.map(whyNot).join(' · ')
  const isNew = verdict === 'create'
  return changes
    .map(({ field, from, to }) => `${importLabels[field]}: ${isNew ? '' : `${valueText(from)} → `}${valueText(to)}`)
    .join(' · ')
}

const columnsBy = (key: string, name: string) => [
  shown('line', 'Line', ({ line }) => formatCount(line), unsorted),
  text('sku', key, { ...unsorted, card: {} }),
  text('name', name, { ...unsorted, card: {} }),
  shown('verdict', 'Does', ({ verdict }) => <Badge tone={verdicts[verdict].tone}>{verdicts[verdict].label}</Badge>, {
    ...unsorted,
    card: {},
  }),
  shown('what', 'What', (line) => what(line) || '-', { ...unsorted, wraps: true, card: {} }),
]
const bySku = columnsBy('SKU', 'Name')
const columns = {
  products: bySku,
  offers: bySku,
  fulfilments: columnsBy('Order', 'Customer'),
  customers: columnsBy('Email or phone', 'Name'),
  orders: columnsBy('Order', 'Customer'),
}

interface ImportLinesProps {
  flow: FlowRef<'sheetImport'>
  begun: SheetImport
  shown: LinesShown
  isReading: boolean
}

/** The lines of an import with what each does, before anything is done (PR-04). */
export function ImportLines({ flow, begun, shown: { verdict, lines, total }, isReading }: ImportLinesProps) {
  // How many there are is known before they are read, so that their place is kept.
  const due = begun[verdict ?? 'lines']
  const isRead = lines.length > 0 || due === 0
  const more = () => flow.send({ type: 'lines.more' })
  const choices: [chosen: ImportVerdict | null, label: string, count: number][] = [
    [null, 'All', begun.lines],
    ['create', verdicts.create.label, begun.create],
    ['update', verdicts.update.label, begun.update],
    ['same', verdicts.same.label, begun.same],
    ['refused', verdicts.refused.label, begun.refused],
  ]
  return (
    <>
      <Row>
        {choices.map(([chosen, label, number]) => (
          <Button
            key={label}
            size="sm"
            variant={verdict === chosen ? 'solid' : 'outline'}
            aria-pressed={verdict === chosen}
            onClick={() => flow.send({ type: 'verdict.choose', verdict: chosen })}
          >
            {label}: {formatCount(number)}
          </Button>
        ))}
      </Row>
      <RowsTable
        label="Lines"
        columns={columns[begun.resource ?? 'products']}
        rows={lines}
        state={isRead ? 'populated' : isReading ? 'loading' : 'failed'}
        error={isRead ? undefined : 'These lines could not be read.'}
        onRetry={more}
        pageSize={Math.min(due, 10)}
      />
      {lines.length < total && (
        <Row justify="center">
          <Button size="sm" onClick={more}>
            Show more: {formatCount(lines.length)} of {formatCount(total)}
          </Button>
        </Row>
      )}
    </>
  )
}
