import { expect, test } from 'vitest'
import { csvLine, spelled } from './csv'

test.each([
  [['plain', 12, true, null], 'plain,12,true,'],
  [['a "b", c', 'two\nlines'], '"a ""b"", c","two\nlines"'],
  [['=1+1', '+1', '-cmd', '@SUM(A1)', '\tx'], "'=1+1,'+1,'-cmd,'@SUM(A1),'\tx"],
  [['-3', -4.5], '-3,-4.5'],
])('WF-04 the cells %j are the line %s', (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`)
})

test('RP-01 a name that a spreadsheet program would take for something else is kept a text', () => {
  const taken = ['007', '1.50', '1e5', '3/4', '12:30', '5%', '$5', '1.500,00', '2026-03-01', 'True']
  expect(taken.map(spelled)).toEqual(taken.map((name) => `'${name}`))
  const plain = ['Spring 2026', '2026', '12.5', '3 for 2', '–', '=1+1', '+44 20', "'tis"]
  expect(plain.map(spelled)).toEqual(plain)
})
