import { expect, test } from 'vitest'
import { difference, isSame } from '../../contract/conformance/engine/compare'
import { check } from '../../contract/conformance/check'
import { accounts, startBackend } from './backend'

test('letters of two code points may be kept as one, or the other way round, and no others', () => {
  expect(isSame('name', 'Jose\u0301', 'Jos\u00E9')).toBe(true)
  expect(isSame('name', 'Jos\u00E9', 'Jose\u0301')).toBe(true)
  expect(isSame('name', 'Jose\u0301', 'Jose')).toBe(false)
})

test('texts that look alike are told by their code points', () => {
  expect(difference({ name: 'Åsa' }, { name: 'Аsa' })).toBe(
    'name is "Аsa" instead of "Åsa" (from character 1: U+0410 U+0073 U+0061 instead of U+00C5 U+0073 U+0061)',
  )
  expect(difference({ name: 'a' }, { name: 'b' })).toBe('name is "b" instead of "a"')
})

test('a moment is the same in another zone or as its day, and another without its zone', () => {
  const sent = '2026-03-01T22:15:00-05:00'
  for (const read of ['2026-03-02T03:15:00.000Z', '2026-03-01', '2026-03-02', '2026-03-02T00:00:00Z']) {
    expect([read, isSame('startDate', sent, read)]).toEqual([read, true])
  }
  for (const read of ['2026-03-01T22:15:00Z', '2026-03-03', '2026-03-01T22:15:00+05:00']) {
    expect([read, isSame('startDate', sent, read)]).toEqual([read, false])
  }
})

test('a moment beside other fields is the same with an offset and with more digits, and another a second later', () => {
  const sent = '2026-11-27T14:37:24.805Z'
  for (const read of ['2026-11-27T14:37:24.805+00:00', '2026-11-27T14:37:24.805000Z', '2026-11-27T09:37:24-05:00']) {
    expect([read, isSame('agreedToTermsAt', sent, read)]).toEqual([read, true])
  }
  for (const read of ['2026-11-27T14:37:26.805Z', '2026-11-27T14:37:24.805', '2026-11-27']) {
    expect([read, isSame('agreedToTermsAt', sent, read)]).toEqual([read, false])
  }
})

test('a sort by what is never sent may be refused at level full', async () => {
  const served = await startBackend((backend) => {
    const original = backend.respond.bind(backend)
    backend.respond = (asked) =>
      asked.body['sortBy'] === 'minPrice' || asked.body['sortBy'] === 'maxQuantity'
        ? backend.refusal(422, 'There is no such column')
        : original(asked)
  })
  const { findings } = await check({
    baseUrl: served.url,
    ...accounts,
    level: 'full',
    readOnly: false,
    seed: 1,
    only: ['search'],
  })
  await served.stop()
  expect(findings.filter(({ rule }) => rule === 'shape.valid')).toEqual([])
})

test('findings that are alike name every field', async () => {
  const served = await startBackend((backend) => {
    backend.userBody = ({ email }) => ({ email })
  })
  const { findings } = await check({
    baseUrl: served.url,
    ...accounts,
    level: 'full',
    readOnly: true,
    seed: 1,
    only: ['search'],
  })
  await served.stop()
  const incomplete = findings.find(({ rule, call }) => rule === 'shape.complete' && call === 'search.search')
  const said = [incomplete?.actual, ...(incomplete?.others ?? [])].join('\n')
  const fields = [...said.matchAll(/\[\d+\]\.(\w+)(?=,| is| are)/g)].map(([, name]) => name)
  expect(fields.length).toBeGreaterThan(3)
  expect(said).toContain('imageUrl')
})
