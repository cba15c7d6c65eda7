import type * as z from 'zod/mini'
import { limitsChange } from '../../extensions/bulkJobs'
import { draftContent } from '../../extensions/orderDrafts'
import { reportFilters } from '../../forms/reports'
import { lists } from '../../lists/lists'
import type { CoreResource, SearchResource } from '../../search'
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
const essential: Readonly<Partial<Record<SearchResource, readonly string[]>>> &
  Record<CoreResource, readonly string[]> = {
  offers: ['basePrice', 'quantity', 'campaignId', 'productId', 'createdAt', 'updatedAt'],
  products: ['name', 'price', 'status', 'createdAt'],
  campaigns: ['status', 'offersCount', 'createdAt'],
  // Whoever has no email address is read a code to pay by.
  customers: ['name', 'createdAt'],
  orders: ['number', 'total', 'subtotal', 'currency', 'status', 'paymentStatus', 'fulfillmentStatus', 'createdAt'],
  fulfillments: ['orderId', 'orderNumber', 'status', 'createdAt'],
  transactions: ['orderId', 'orderNumber', 'type', 'status', 'amount', 'currency', 'createdAt'],
}

/** The fields that are declared and not sent; an absent value has to be sent as null. */
function* absent(shape: JsonSchema, value: unknown, path: string, optional: ReadonlySet<string>): Generator<string> {
  if (value === null || value === undefined) return
  if (Array.isArray(value)) {
    if (shape.items === undefined) return
    for (const [index, one] of value.entries()) yield* absent(shape.items, one, `${path}[${index}]`, optional)
    return
  }
  const properties = shape.properties ?? shape.anyOf?.find((one) => one.properties !== undefined)?.properties
  const items = shape.items ?? shape.anyOf?.find((one) => one.items !== undefined)?.items
  if (items !== undefined) return void (yield* absent({ items }, value, path, optional))
  if (properties === undefined || typeof value !== 'object') return
  for (const [name, inner] of Object.entries(properties)) {
    const at = path === '' ? name : `${path}.${name}`
    if (name in value) yield* absent(inner, (value as Record<string, unknown>)[name], at, optional)
    else if (!optional.has(name)) yield at
  }
}

/** The fields that are missing, each once whatever number of rows lack it; undefined when there is none. */
function missingFrom(shape: JsonSchema, value: unknown, path: string, optional: ReadonlySet<string>) {
  const byName = new Map<string, string>()
  for (const at of absent(shape, value, path, optional)) {
    const name = at.replaceAll(/\[\d+\]/g, '')
    if (!byName.has(name)) byName.set(name, at)
  }
  const names = [...byName.values()]
  return names.length === 0 ? undefined : `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} missing`
}

/** The resource that a search asks for, if it is one of the contract's. */
export function resourceOf(body: string | undefined): SearchResource | undefined {
  const { resource } = (jsonOf(body ?? '') ?? {}) as { resource?: unknown }
  return typeof resource === 'string' && Object.hasOwn(lists, resource) ? (resource as SearchResource) : undefined
}

/** What an answer lacks that the app shows, or undefined when it lacks nothing. */
export function missingOf(call: Call, json: unknown, { path, body }: HttpRequest): string | undefined {
  const wantsNoMembers = call.name === 'search.search' || path.includes('withMembers=false')
  const optional = new Set(['details', 'version', ...(wantsNoMembers ? ['members'] : [])])
  // What was searched in an organization belongs to it; a record read alone says where it belongs.
  if (call.name === 'search.search') optional.add('organizationId')
  // A list names what is in a parcel in words only.
  if (call.name === 'search.search') optional.add('contents')
  // A draft has no fields for what nobody has typed yet.
  const typed = call.resource === 'orderDrafts' ? Object.keys(draftContent.shape) : []
  for (const name of typed) optional.add(name)
  // A question has days of its own only where it names no period, and filters only where it is narrowed.
  if (call.resource === 'savedReports') {
    for (const name of ['from', 'to', 'filters', ...Object.keys(reportFilters.shape)]) optional.add(name)
  }
  // A limit that is not changed is not told.
  for (const name of call.resource === 'bulkJobs' ? Object.keys(limitsChange.shape) : []) optional.add(name)
  // A backend need only tell the id and the name of an organization.
  if (call.name === 'organizations.list') optional.add('currency')
  if (call.name !== 'search.search') return missingFrom(shapeOf(call.answer), json, '', optional)
  const resource = resourceOf(body)
  // Another rule, which expects the refusal, finds what else was accepted.
  if (resource === undefined) return undefined
  const rows = (json as { data: Record<string, unknown>[] }).data
  const missing = missingFrom({ items: shapeOf(lists[resource].row) }, rows, 'data', optional)
  if (missing !== undefined) return missing
  for (const [index, row] of rows.entries()) {
    const empty = essential[resource]?.find((name) => row[name] === null || row[name] === '')
    if (empty !== undefined) return `data[${index}].${empty} is empty`
  }
  return undefined
}
