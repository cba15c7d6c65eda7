import { writeXlsxStream } from 'hucre/xlsx'
import { type Cell, numberFormats, type SheetColumn } from '../../contract/rules/sheets'

/** So wide, in characters, is a column of a kind; texts are as wide as their head at least. */
const widths = { text: 24, status: 16, money: 14, count: 10, share: 10, moment: 20, day: 12 } as const

/** A workbook of one sheet, with its head in sight. It is made as its rows come, and holds none of them in memory. */
export async function* workbook(
  name: string,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<Cell[]> | Iterable<Cell[]>,
): AsyncGenerator<Uint8Array, void> {
  const stream = writeXlsxStream(rows, {
    name,
    columns: columns.map(({ head, kind }) => {
      const numFmt = numberFormats[kind]
      return { header: head, width: Math.max(widths[kind], head.length + 2), ...(numFmt && { numFmt }) }
    }),
    freezePane: { rows: 1 },
  })
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}
