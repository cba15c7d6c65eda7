import type * as z from 'zod/mini'
import { type SearchResource, searchRows } from '../../search'
import type { Call } from './calls'
import { jsonOf } from './exchange'
import type { HttpRequest } from './http'
import { type JsonSchema, jsonSchemaOf } from './jsonSchema'

const shapes = new Map<z.ZodMiniType, JsonSchema>()
function shapeOf(schema: z.ZodMiniType): JsonSchema {
  const known = shapes.get(schema)
  if (known) return known
  const shape = jsonSchemaOf(schema, 'output')
  shapes.set(schema, shape)
  return shape
}

/** Without these a row tells the app's users nothing. */
const essential: Record<SearchResource, readonly string[]> = {
  offers: ['basePrice', 'quantity', 'campaignId', 'productId', 'createdAt', 'updatedAt'],
  products: ['name', 'price', 'status', 'createdAt'],
  campaigns: ['status', 'offersCount', 'createdAt'],
  customers: ['name', 'email', 'createdAt'],
  orders: ['number', 'total', 'subtotal', 'currency', 'status', 'paymentStatus', 'fulfillmentStatus', 'createdAt'],
  fulfillments: ['orderId', 'orderNumber', 'status', 'createdAt'],
  transactions: ['orderId', 'orderNumber', 'type', 'status', 'amount', 'currency', 'createdAt'],
}

/** The first field that is declared and not sent; an absent value has to be sent as null. */
function absent(shape: JsonSchema, value: unknown, path: string, optional: ReadonlySet<string>): string | undefined {
  if (value === null || value === undefined) return undefined
  if (Array.isArray(value)) {
    if (shape.items === undefined) return undefined
    for (const [index, one] of value.entries()) {
      const found = absent(shape.items, one, `${path}[${index}]`, optional)
      if (found !== undefined) return found
    }
    return undefined
  }
  const properties = shape.properties ?? shape.anyOf?.find((one) => one.properties !== undefined)?.properties
  const items = shape.items ?? shape.anyOf?.find((one) => one.items !== undefined)?.items
  if (items !== undefined) return absent({ items }, value, path, optional)
  if (properties === undefined || typeof value !== 'object') return undefined
  for (const [name, inner] of Object.entries(properties)) {
    const at = path === '' ? name : `${path}.${name}`
    if (!(name in value)) {
      if (!optional.has(name)) return `${at} is missing`
    } else {
      const found = absent(inner, (value as Record<string, unknown>)[name], at, optional)
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** The resource that a search asks for, if it is one of the contract's. */
export function resourceOf(body: string | undefined): SearchResource | undefined {
  const { resource } = (jsonOf(body ?? '') ?? {}) as { resource?: unknown }
  return typeof resource === 'string' && Object.hasOwn(searchRows, resource) ? (resource as SearchResource) : undefined
}

/** What an answer lacks that the app shows, or undefined when it lacks nothing. */
export function missingOf(call: Call, json: unknown, { path, body }: HttpRequest): string | undefined {
  const wantsNoMembers = call.name === 'search.search' || path.includes('withMembers=false')
  const optional = new Set(['details', 'version', ...(wantsNoMembers ? ['members'] : [])])
  if (call.name !== 'search.search') return absent(shapeOf(call.answer), json, '', optional)
  const resource = resourceOf(body)
  // What else was accepted is found by the refusal that was due.
  if (resource === undefined) return undefined
  const rows = (json as { data: Record<string, unknown>[] }).data
  const missing = absent({ items: shapeOf(searchRows[resource]) }, rows, 'data', optional)
  if (missing !== undefined) return missing
  for (const [index, row] of rows.entries()) {
    const empty = essential[resource].find((name) => row[name] === null || row[name] === '')
    if (empty !== undefined) return `data[${index}].${empty} is empty`
  }
  return undefined
}
