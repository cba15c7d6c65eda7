import { expect, test } from 'vitest'
import { csvLine } from './csv'

test.each([
  [['plain', 12, true, null], 'plain,12,true,'],
  [['a "b", c', 'two\nlines'], '"a ""b"", c","two\nlines"'],
  [['=1+1', '+1', '-cmd', '@SUM(A1)', '\tx'], "'=1+1,'+1,'-cmd,'@SUM(A1),'\tx"],
  [['-3', -4.5], '-3,-4.5'],
])('WF-04 the cells %j are the line %s', (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`)
})
