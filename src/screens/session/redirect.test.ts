import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeRedirect } from './redirect'

const origin = 'https://app.example'

test.each([
  ['/campaigns/1?tab=offers#top', '/campaigns/1?tab=offers#top'],
  ['/pay/x', '/pay/x'],
  [undefined, '/dashboard'],
  ['', '/dashboard'],
  ['https://evil.example', '/dashboard'],
  ['//evil.example', '/dashboard'],
  [String.raw`/\evil.example`, '/dashboard'],
  ['/\t/evil.example', '/dashboard'],
  ['/.//evil.example', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  ['dashboard', '/dashboard'],
  ['/auth?redirect=/auth', '/dashboard'],
  ['/auth/', '/dashboard'],
])('RT-05 %s leads to %s', (target, path) => {
  expect(safeRedirect(target, origin)).toBe(path)
})

test('RT-05 nothing leads away', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.webUrl(),
        fc.webPath().map((path) => `/${path}`),
      ),
      (target) => {
        expect(new URL(safeRedirect(target, origin), origin).origin).toBe(origin)
        expect(safeRedirect(target, origin)).toMatch(/^\/(?![/\\])/)
      },
    ),
  )
})
