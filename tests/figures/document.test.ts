import { expect, test } from 'vitest'
import { withFigure } from './document'

const on = (commit: string) => ({ commit, date: '2026-11-22', machine: '2 × a processor' })

test('a figure is written with its circumstances, and replaced when it is taken again; others stay', () => {
  const first = withFigure(undefined, 'search', 'Pages of products.', on('abc'), '\nby price  3 ms\n')
  expect(first).toContain(
    '## search\n\nPages of products. Commit abc, 2026-11-22, 2 × a processor.\n\n```text\nby price  3 ms\n```\n',
  )
  const second = withFigure(first, 'kills', 'Kill -9.', on('def'), '50 kills, none lost')
  expect(second.indexOf('## kills')).toBeLessThan(second.indexOf('## search'))
  const third = withFigure(second, 'search', 'Pages of products.', on('fed'), 'by price  2 ms')
  expect(third).not.toContain('abc')
  expect(third).toContain('by price  2 ms')
  expect(third).toContain('50 kills, none lost')
  expect(third.match(/^# Figures$/gm)).toHaveLength(1)
})
