import * as z from 'zod/mini'
import * as addresses from '../addresses'
import * as autoresponders from '../autoresponders'
import * as calls from '../calls'
import * as campaigns from '../campaigns'
import * as customers from '../customers'
import * as addressExtensions from '../extensions/addresses'
import * as autoresponderExtensions from '../extensions/autoresponders'
import * as callExtensions from '../extensions/calls'
import * as campaignExtensions from '../extensions/campaigns'
import * as customerExtensions from '../extensions/customers'
import * as fulfilmentExtensions from '../extensions/fulfilments'
import * as gatewayExtensions from '../extensions/gateways'
import * as orderDrafts from '../extensions/orderDrafts'
import * as orderExtensions from '../extensions/orders'
import * as payments from '../extensions/payments'
import * as placedLines from '../extensions/placedLines'
import * as bulkJobs from '../extensions/bulkJobs'
import * as archives from '../extensions/archives'
import * as sheetImports from '../extensions/sheetImports'
import * as productExtensions from '../extensions/products'
import * as telephone from '../extensions/telephone'
import * as transactionExtensions from '../extensions/transactions'
import * as fulfilments from '../fulfilments'
import * as gateways from '../gateways'
import * as offers from '../offers'
import * as orders from '../orders'
import * as apiTokens from '../extensions/apiTokens'
import * as organizationExtensions from '../extensions/organizations'
import * as organizations from '../organizations'
import * as paymentLinks from '../paymentLinks'
import * as plugins from '../plugins'
import { sortsOf } from '../lists/description'
import { lists } from '../lists/lists'
import * as audit from '../extensions/audit'
import * as mails from '../extensions/mails'
import * as orderMails from '../extensions/orderMails'
import * as savedReports from '../extensions/savedReports'
import * as listLayouts from '../rules/listLayout'
import * as savedViews from '../extensions/savedViews'
import * as sellers from '../extensions/sellers'
import * as dashboard from '../extensions/dashboard'
import * as leaderboard from '../extensions/leaderboard'
import * as pluginExtensions from '../extensions/plugins'
import * as products from '../products'
import * as schemas from '../schemas'
import * as search from '../search'
import * as searchExtensions from '../extensions/search'
import * as timeline from '../timeline'
import * as transactions from '../transactions'
import * as users from '../users'
import * as webhooks from '../extensions/webhooks'

/** A JSON Schema, as far as the export and the page that shows it look into one. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  additionalProperties?: boolean | JsonSchema
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  pattern?: string
  minProperties?: number
  [keyword: string]: unknown
}

const files = [
  users,
  organizations,
  apiTokens,
  organizationExtensions,
  calls,
  callExtensions,
  telephone,
  campaigns,
  campaignExtensions,
  offers,
  gateways,
  gatewayExtensions,
  transactionExtensions,
  plugins,
  autoresponders,
  autoresponderExtensions,
  pluginExtensions,
  audit,
  webhooks,
  mails,
  orderMails,
  savedReports,
  listLayouts,
  savedViews,
  sellers,
  dashboard,
  leaderboard,
  addresses,
  addressExtensions,
  timeline,
  orders,
  orderExtensions,
  placedLines,
  orderDrafts,
  payments,
  paymentLinks,
  products,
  productExtensions,
  archives,
  sheetImports,
  bulkJobs,
  customers,
  customerExtensions,
  fulfilments,
  fulfilmentExtensions,
  transactions,
  search,
  searchExtensions,
  schemas,
]

/** What each list is searched by, for those whose server answers more than the core. */
const aboutLists = Object.values(lists).map(
  (list) =>
    `${list.resource}: filtered by ${[...Object.keys(list.filters), ...Object.keys(list.ranges), 'ids'].join(', ')}; sorted by ${sortsOf(list).join(', ')}; q looks in ${list.finds.join(', ')}.`,
)
const aboutSearch = [
  'Pages are disjoint and complete: every row of the result is on exactly one page.',
  'Beyond the core, a filter takes a list of up to 100 texts, of which a row has any; of an empty one no row is found.',
  'Every list finds the rows whose ids are given as ids, archived ones too.',
  ...aboutLists,
].join(' ')

/** What a schema demands beyond the keywords that zod exports: conditions over several fields. */
const conditions: Record<string, JsonSchema> = {
  OfferUpdate: { minProperties: 1 },
  PermissionsUpdate: { minProperties: 1 },
  CampaignUpdate: { minProperties: 1 },
  CustomerUpdate: { minProperties: 1 },
  UserUpdate: { minProperties: 1 },
  RefundRequest: { oneOf: [{ required: ['amount'] }, { required: ['lines'] }] },
  OfferCreate: { description: 'maxPrice must not be less than minPrice.' },
  SignupCompletion: { oneOf: [{ required: ['token'] }, { required: ['inviteToken'] }] },
  SearchRequest: { description: aboutSearch },
}

const isSchema = (value: unknown): value is z.ZodMiniType => value instanceof z.ZodMiniType

const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

const refTo = (name: string) => `#/components/schemas/${name}`

/** The name that a reference points to. */
export const nameOf = (ref: string) => ref.slice(refTo('').length)

/** Collects the schemas of a document under names, so that none is written out twice. */
export class Components {
  readonly #registry = z.registry<{ id: string }>()

  /** Every object and enumeration that a file of the contract exports is named after its export. */
  constructor() {
    for (const file of files) {
      for (const [name, value] of Object.entries<unknown>(file)) {
        if (value instanceof z.ZodMiniObject || value instanceof z.ZodMiniEnum) this.named(value, pascal(name))
      }
    }
  }

  /** A reference to the schema, which gets the name unless it has one. */
  named(schema: z.ZodMiniType, name: string): { $ref: string } {
    if (!this.#registry.has(schema)) this.#registry.add(schema, { id: name })
    return { $ref: refTo(this.#registry.get(schema)?.id ?? name) }
  }

  /**
   * All schemas by name. They say what may be sent, so that in both directions unknown fields are allowed: servers may
   * answer more than the contract knows, and ignore what they do not know.
   */
  schemas(): Record<string, JsonSchema> {
    const { schemas } = z.toJSONSchema(this.#registry, {
      io: 'input',
      uri: refTo,
      override: ({ zodSchema, jsonSchema }) => complete(zodSchema, jsonSchema as JsonSchema),
    })
    const found: Record<string, JsonSchema> = {}
    for (const [name, { $schema: _schema, $id: _id, ...schema }] of Object.entries(schemas)) {
      // zod's own type of a schema lacks an index signature.
      found[name] = { ...(schema as JsonSchema), ...conditions[name] }
    }
    const rows = Object.values(lists).map(({ resource, row }) => this.named(row, pascal(resource.replace(/s$/, ''))))
    const page = found['SearchSearchAnswer']?.properties?.['data']
    if (page) page.items = { anyOf: rows }
    return hoisted(found)
  }
}

/** The schema of one parameter, which stays where it is used. */
export function parameterSchema(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _schema, ...json } = z.toJSONSchema(schema, { io: 'input' })
  // As above.
  return json as JsonSchema
}

function complete(zodSchema: unknown, json: JsonSchema): void {
  // Of a pipe only its first half is exported, which is any text.
  if (zodSchema === schemas.email) {
    json.format = 'email'
    json.description = 'Kept without blanks around it and in small letters.'
  }
  sayTrimmed(json)
  // What may be anything is better left out than written as {}.
  if (typeof json.additionalProperties === 'object' && Object.keys(json.additionalProperties).length === 0) {
    delete json.additionalProperties
  }
}

/** What is left out of a text before it is looked at, zod does not export: that blanks alone are no text. */
function sayTrimmed(json: JsonSchema): void {
  const { pattern, minLength } = json
  const isLine = pattern === schemas.oneLine.source
  // A password is taken as it is typed.
  if ((!isLine && pattern !== schemas.manyLines.source) || (isLine && minLength !== 1 && minLength !== undefined))
    return
  json.description = 'Kept without the blanks around it.'
  if (minLength === 1) json.pattern = String.raw`^(?=[\s\S]*\S)${pattern.slice(1)}`
}

/** Gives the objects within objects a name of their own, made of where they stand. */
function hoisted(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const all: Record<string, JsonSchema> = {}
  const within = (schema: JsonSchema, name: string): JsonSchema => {
    const copy = { ...schema }
    if (schema.properties) {
      copy.properties = Object.fromEntries(
        Object.entries(schema.properties).map(([key, value]) => [key, place(value, `${name}${pascal(key)}`)]),
      )
    }
    if (schema.items) copy.items = place(schema.items, `${name}Item`)
    if (schema.anyOf) copy.anyOf = schema.anyOf.map((choice) => place(choice, name))
    return copy
  }
  const place = (schema: JsonSchema, name: string): JsonSchema => {
    if (!schema.properties) return within(schema, name)
    all[name] = within(schema, name)
    return { $ref: refTo(name) }
  }
  for (const [name, schema] of Object.entries(schemas)) all[name] = within(schema, name)
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

export { isSchema, pascal }
