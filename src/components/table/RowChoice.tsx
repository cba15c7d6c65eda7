import type { RowChoice } from './tableColumns'

interface ChoiceProps<Row> {
  choice: RowChoice<Row>
}

const isChosen = <Row extends { id: string }>({ chosen, isAll }: RowChoice<Row>, { id }: Row) =>
  isAll || chosen.some((row) => row.id === id)

export const ChoiceOfRow = <Row extends { id: string }>({ choice, row }: ChoiceProps<Row> & { row: Row }) => (
  <input
    type="checkbox"
    aria-label={choice.label(row)}
    checked={isChosen(choice, row)}
    onChange={() => choice.onToggle(row)}
  />
)

/** Takes all rows that are shown, or puts all that are chosen back. */
export function ChoiceOfAll<Row extends { id: string }>({ choice, rows }: ChoiceProps<Row> & { rows: readonly Row[] }) {
  const hasAll = rows.length > 0 && rows.every((row) => isChosen(choice, row))
  return (
    <input
      type="checkbox"
      aria-label="Choose all shown"
      checked={hasAll}
      disabled={rows.length === 0}
      ref={(box) => {
        if (box) box.indeterminate = !hasAll && choice.chosen.length > 0
      }}
      onChange={() => (hasAll ? choice.onChooseNone() : choice.onChoose(rows))}
    />
  )
}
