import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '../..'
import { validRequests } from './arbitrary'

const isSchema = (body: unknown): body is z.ZodMiniType => typeof body === 'object' && body !== null && '_zod' in body

const bodies = Object.entries(contract).flatMap(([resource, routes]) =>
  Object.entries(routes).flatMap(([name, route]: [string, { body?: unknown }]) =>
    isSchema(route.body) ? [[`${resource}.${name}`, route.body] as const] : [],
  ),
)

test.each(bodies)('bodies that %s takes are found', (_, body) => {
  expect(fc.sample(validRequests(body), { numRuns: 30, seed: 1 })).toHaveLength(30)
})

test('texts of a pattern are of many kinds, not only what every text may be', () => {
  const countries = fc.sample(validRequests(z.object({ country: z.string().check(z.regex(/^(?:[A-Z]{2})?$/)) })), 100)
  expect(new Set(countries.map(({ country }) => String(country).length))).toEqual(new Set([0, 2]))
})

test('a schema that nothing is found for is told of, and not tried for ever', () => {
  const rare = z.object({ name: z.string().check(z.refine((name) => name === 'the one')) })
  expect(() => fc.sample(validRequests(rare), 1)).toThrow('None of 10000 generated values is what the schema takes')
})
