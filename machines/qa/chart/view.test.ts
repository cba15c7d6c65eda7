import { expect, test } from 'vitest'
import { around, centredOn, fitted, isSeen, panned, zoomed } from './view'

const frame = { width: 400, height: 300 }

test('a large chart is shown whole in the middle of its frame, a small one no larger than it is', () => {
  const view = fitted({ width: 3_760, height: 300 }, frame)
  expect(view.scale).toBeCloseTo(0.1)
  expect(isSeen(view, { x: 0, y: 0, width: 3_760, height: 300 }, frame)).toBe(true)
  expect(fitted({ width: 100, height: 100 }, frame)).toEqual({ scale: 1, x: -150, y: -100 })
})

test('zooming keeps the point under the pointer, and ends at its limits', () => {
  const at = { x: 100, y: 50 }
  const before = { x: 10, y: 20, scale: 1 }
  const after = zoomed(before, 2, at)
  expect(after.scale).toBe(2)
  expect(after.x + at.x / after.scale).toBe(before.x + at.x)
  expect(after.y + at.y / after.scale).toBe(before.y + at.y)
  expect(zoomed(before, 1_000, at).scale).toBe(4)
  expect(zoomed(before, 0.000_1, at).scale).toBe(0.1)
})

test('panning moves by pixels of the frame, and a part is brought into the middle', () => {
  expect(panned({ x: 10, y: 10, scale: 2 }, { x: 20, y: -20 })).toEqual({ x: 0, y: 20, scale: 2 })
  const part = { x: 900, y: 900, width: 100, height: 100 }
  const view = { x: 0, y: 0, scale: 1 }
  expect(isSeen(view, part, frame)).toBe(false)
  const centred = centredOn(view, part, frame)
  expect(centred).toEqual({ x: 750, y: 800, scale: 1 })
  expect(isSeen(centred, part, frame)).toBe(true)
})

test('a box around some', () => {
  expect(around([])).toBeUndefined()
  expect(
    around([
      { x: 1, y: 2, width: 3, height: 4 },
      { x: 10, y: 0, width: 1, height: 1 },
    ]),
  ).toEqual({ x: 1, y: 0, width: 10, height: 6 })
})
