import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longestCell, textCells, workbookCells } from '../../contract/rules/sheets'

const day = 86_400_000
const dayZero = Date.UTC(1899, 11, 30)

test('ST-02 a moment is in a workbook the date that the clocks of its zone show', () => {
  const chicago = workbookCells('America/Chicago')
  // On either side of the night in which clocks are put forward.
  for (const [moment, shown] of [
    ['2026-03-08T07:59:59.000Z', '2026-03-08T01:59:59Z'],
    ['2026-03-08T08:00:00.000Z', '2026-03-08T03:00:00Z'],
    ['2026-11-01T06:30:00.000Z', '2026-11-01T01:30:00Z'],
  ] as const) {
    expect(chicago('moment', moment)).toBeCloseTo((Date.parse(shown) - dayZero) / day, 8)
    expect(textCells('America/Chicago')('moment', moment)).toBe(shown.slice(0, 19).replace('T', ' '))
  }
  expect(chicago('day', '2026-03-01')).toBe((Date.UTC(2026, 2, 1) - dayZero) / day)
  // Spreadsheet programs know no such day.
  expect(chicago('day', '1850-01-01')).toBe('1850-01-01')
})

test('ST-02 numbers stay numbers, and what is a text stays one, however it looks', () => {
  const write = workbookCells('UTC')
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (amount) => write('money', amount) === amount),
  )
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (text) => write('text', text) === text.replaceAll(/[\uFFFE\uFFFF]/g, '')),
  )
  for (const text of ['007', '=1+1', '+44', '-5', '@home', '1e5']) expect(write('text', text)).toBe(text)
  expect(write('text', 7)).toBe('7')
  expect(write('status', 'partially_refunded')).toBe('Partially refunded')
  expect([null, undefined, ''].map((value) => write('text', value))).toEqual([null, null, null])
  expect(String(write('text', 'x'.repeat(40_000)))).toHaveLength(longestCell)
})
