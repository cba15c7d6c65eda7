import { useState } from 'react'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import type { RowChoice } from './tableColumns'

/** What the menu of rows says while none is chosen; its place says it before its code has come. */
export const chooseLabel = 'Choose'

/** Which rows of a table are chosen: some, whatever page they are on, or all that it is narrowed to. */
export function useRowChoice<Row extends { id: string }>(
  shown: readonly Row[],
  { q, filters }: Pick<TableRequest, 'q' | 'filters'>,
): Omit<RowChoice<Row>, 'label'> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  const [all, setAll] = useState<string>()
  const asked = JSON.stringify([q, filters])
  // Narrowed to something else, all are others.
  const isAll = all === asked
  const choose = (rows: readonly Row[], before: ReadonlyMap<string, Row> = chosen) => {
    setAll(undefined)
    setChosen(new Map([...before, ...rows.map((row) => [row.id, row] as const)]))
  }
  return {
    chosen: [...chosen.values()],
    isAll,
    onToggle: (row) => {
      if (isAll)
        return choose(
          shown.filter(({ id }) => id !== row.id),
          new Map(),
        )
      const next = new Map(chosen)
      if (!next.delete(row.id)) next.set(row.id, row)
      setChosen(next)
    },
    onChoose: (rows) => choose(rows),
    onChooseAll: () => {
      setChosen(new Map())
      setAll(asked)
    },
    onChooseNone: () => choose([], new Map()),
  }
}
