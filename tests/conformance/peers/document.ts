import { openapi } from '../../../contract/openapi/document'
import { isRecord, parsed, valueAt } from '../mutants/exchange'
import { first, password, type Reference } from '../mutants/reference'
import type { OpenApi } from '../../../contract/openapi/types'

/** Ids that exist in the demo data, so that the requests of the tools can succeed. */
export interface World {
  fields: Record<string, string>
  /** One for each tool that deletes, as a second deletion must fail. */
  spareOffers: string[]
}

export async function worldOf({ url, tokens, orderToken }: Reference): Promise<World> {
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${tokens[0] ?? ''}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return parsed(await response.text())
  }
  const organizationId = String(valueAt(await ask('GET', '/organizations'), 'data.0.id'))
  const search = (resource: string, more: object = {}) => ask('POST', '/search', { organizationId, resource, ...more })
  const offers = await search('offers', { limit: 10 })
  const of = `?organizationId=${organizationId}`
  const id = (answer: unknown, path = 'data.0.id') => String(valueAt(answer, path))
  return {
    fields: {
      organizationId,
      offerId: id(offers),
      campaignId: id(offers, 'data.0.campaignId'),
      productId: id(await search('products')),
      gatewayInstanceId: id(await ask('GET', `/gateways/instances${of}`)),
      pluginInstanceId: id(await ask('GET', `/plugins/installed${of}`), 'data.0.instance.id'),
      token: orderToken,
      email: first,
      password,
    },
    spareOffers: [1, 2, 3].map((index) => id(offers, `data.${index}.id`)),
  }
}

/** The contract's twenty calls as OpenAPI 3.1, with examples that the reference server's demo data knows. */
export function documentFor({ fields, spareOffers }: World, tool: number): OpenApi {
  const document = structuredClone(openapi())
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (operation['x-level'] !== 'core') delete operations[method]
      for (const parameter of operation.parameters ?? []) {
        const isDeleted = method === 'delete' && parameter.name === 'offerId'
        parameter.example = (isDeleted ? spareOffers[tool] : fields[parameter.name]) ?? parameter.example
        // Portman takes the schema's default before the example.
        parameter.schema = { ...parameter.schema, example: parameter.example }
      }
      const media = operation.requestBody?.content['application/json']
      // Mails to one address are few an hour, so each tool has one of its own to sign up with.
      const own = path.endsWith('/signup') ? { ...fields, email: `tool-${tool}@peers.example` } : fields
      if (media) media.example = withFields(media.example, own)
    }
    if (Object.keys(operations).length === 0) delete document.paths[path]
  }
  return document
}

function withFields(value: unknown, fields: Record<string, string>): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, fields[name] ?? withFields(part, fields)]),
  )
}

/** The same as OpenAPI 3.0 with successes only and the charset in the media type, which is what Dredd can read. */
export function forDredd(document: OpenApi): object {
  const paths = structuredClone(document.paths)
  for (const operation of Object.values(paths).flatMap((operations) => Object.values(operations))) {
    const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
    operation.responses = Object.fromEntries(successes)
    for (const [, answer] of successes) Object.assign(answer, { content: withCharset(answer.content) })
  }
  const { summary: _summary, license: _license, ...info } = document.info
  const { responses: _responses, ...components } = document.components
  return older({ ...document, openapi: '3.0.3', info, paths, components }) as object
}

const withCharset = (content: object | undefined) =>
  content &&
  Object.fromEntries(Object.entries(content).map(([type, media]) => [`${type}; charset=utf-8`, media as unknown]))

function older(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(older)
  if (!isRecord(value)) return value
  const { const: constant, propertyNames: _names, exclusiveMinimum, type, anyOf, ...rest } = value
  const result = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, older(part)]))
  if (constant !== undefined) result['enum'] = [constant]
  if (typeof exclusiveMinimum === 'number') Object.assign(result, { minimum: exclusiveMinimum, exclusiveMinimum: true })
  if (type !== undefined) result['type'] = older(type)
  if (Array.isArray(type)) {
    const kinds = type.filter((kind) => kind !== 'null') as string[]
    if (kinds.length < type.length) result['nullable'] = true
    delete result['type']
    if (kinds.length === 1) result['type'] = kinds[0]
    else result['anyOf'] = kinds.map((kind) => ({ type: kind }))
  }
  if (Array.isArray(anyOf)) {
    const choices = anyOf.filter((choice) => valueAt(choice, 'type') !== 'null')
    if (choices.length < anyOf.length) result['nullable'] = true
    if (choices.length === 1 && choices.length < anyOf.length) result['allOf'] = older(choices)
    else result['anyOf'] = older(choices)
  }
  return result
}
