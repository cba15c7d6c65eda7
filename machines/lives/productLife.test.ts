import { expect, test } from 'vitest'
import { fold, stepOf, whyNot } from './life'
import { productLife } from './productLife'

test('PR-02 a product is archived and restored, each only when it is not so already', () => {
  expect(fold(productLife, [{ type: 'archive' }, { type: 'restore' }, { type: 'archive' }])).toBe('archived')
  expect(whyNot(productLife, 'active', { type: 'restore' })).toBe('This product is not archived.')
  expect(whyNot(productLife, 'archived', { type: 'archive' })).toBe('This product is archived already.')
})

test('PR-02 an archived product gets no new offers', () => {
  expect(stepOf(productLife, 'active', { type: 'offer' })).toEqual({ to: 'active' })
  expect(whyNot(productLife, 'archived', { type: 'offer' })).toBe(
    'This product is archived. Restore it to offer it again.',
  )
})
