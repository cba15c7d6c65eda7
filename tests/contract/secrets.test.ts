import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '../../contract'
import { isSecret } from '../../contract/schemas'
import { secretFields } from '../../contract/secretFields'
import { isAppRoute } from '../../contract/client/tsRest'

// What zod says of a schema that is made of others; which of these there are depends on its kind.
interface Definition {
  shape?: Record<string, unknown>
  innerType?: unknown
  element?: unknown
  in?: unknown
  out?: unknown
  options?: unknown[]
}
const wrapped = (schema: z.ZodMiniType): z.ZodMiniType[] => {
  const { innerType, element, in: input, out, options = [] } = schema._zod.def as Definition
  return [innerType, element, input, out, ...options].filter((part) => part instanceof z.ZodMiniType)
}
const isSecretWithin = (schema: z.ZodMiniType): boolean => isSecret(schema) || wrapped(schema).some(isSecretWithin)

function secretNames(schema: unknown): string[] {
  if (!(schema instanceof z.ZodMiniType)) return []
  const fields = Object.entries((schema._zod.def as Definition).shape ?? {})
  return [
    ...fields.flatMap(([name, field]) => {
      const isMarked = field instanceof z.ZodMiniType && isSecretWithin(field)
      return [...(isMarked ? [name] : []), ...secretNames(field)]
    }),
    ...wrapped(schema).flatMap(secretNames),
  ]
}

test('every field that the contract marks as secret is replaced in recordings, and no other is marked', () => {
  const names = Object.values(contract)
    .flatMap((router) => Object.values(router))
    .filter((route) => isAppRoute(route))
    .flatMap((route) => {
      const { pathParams, query, responses } = route
      const body = 'body' in route ? route.body : undefined
      return [body, pathParams, query, ...Object.values(responses)].flatMap(secretNames)
    })
  expect([...new Set(names)].toSorted()).toEqual([...secretFields].toSorted())
})
