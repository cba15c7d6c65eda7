import { type JsonSchema, nameOf } from './components'

const ids = {
  organizationId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a01',
  campaignId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a02',
  offerId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a03',
  productId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a04',
  gatewayInstanceId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a05',
  pluginInstanceId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a06',
  orderId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a07',
  customerId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a08',
} as const
/** Whoever is signed in, calls and writes in the examples; the customer is another person. */
const agent = {
  id: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a11',
  name: 'Mira Lindqvist',
  email: 'mira@northwind.example',
}
const customer = { firstName: 'Tomás', lastName: 'Okafor', name: 'Tomás Okafor', email: 'tomas.okafor@mail.example' }

/** What a field of this name holds in the examples. */
const fields: Record<string, unknown> = {
  ...ids,
  ...agent,
  from: 'orders@northwind.example',
  supportEmail: 'help@northwind.example',
  password: 'a long enough password',
  token: 'c2Vzc2lvbi10b2tlbi1vZi1hbi1leGFtcGxl',
  organizationName: 'Northwind Supply',
  displayName: 'Trail lamp, pack of two',
  basePrice: 49.9,
  shipPrice: 4.5,
  minPrice: 39.5,
  maxPrice: 59.9,
  price: 49.9,
  unitPrice: 49.9,
  quantity: 250,
  quantityPerOrder: 2,
  maxQuantity: 5,
  total: 104.3,
  subtotal: 99.8,
  shippingTotal: 4.5,
  refundedTotal: 0,
  amount: 104.3,
  currency: 'USD',
  category: 'Outdoor',
  type: 'phone',
  status: 'active',
  startDate: '2026-03-01',
  endDate: '2026-05-31',
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-02T14:05:10.000Z',
  startedAt: '2026-03-02T14:00:00.000Z',
  endedAt: null,
  expiresAt: '2026-03-03T14:05:10.000Z',
  shippedAt: '2026-03-04T08:00:00.000Z',
  lastOrderAt: '2026-03-02T14:05:10.000Z',
  termsOfService: 'Orders can be returned within 30 days.',
  internalNote: 'Calls from Tuesday on.',
  phone: '+1 555 0100',
  address1: '12 Harbour Street',
  address2: 'Flat 3',
  city: 'Portland',
  state: 'ME',
  postalCode: '04101',
  country: 'US',
  subject: 'Your order is complete',
  body: '<p>Dear {{customer_first_name}}, your order {{order_id}} is complete.</p>',
  event: 'order.completed',
  sortBy: 'createdAt',
  q: 'lamp',
  filters: { campaignId: ids.campaignId },
  success: true,
  message: 'Done',
  campaignName: 'Winter Warmers',
  customerName: customer.name,
  agentName: agent.name,
  number: '1042',
  paymentStatus: 'unpaid',
  fulfillmentStatus: 'unfulfilled',
  sku: 'LAMP-2',
  stock: 500,
  note: 'Prefers mornings.',
  offersCount: 1,
  ordersCount: 1,
  totalSpent: 104.3,
  version: 3,
  'If-Match': '"3"',
  'Idempotency-Key': '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a12',
  limit: 10,
  page: 1,
}

const named = (id: string, name: string) => ({ id, name })

/** What fields of these names hold within a schema: every record keeps its id, and nothing is called after a person who is none. */
const within: Record<string, Record<string, unknown>> = {
  Organization: named(ids.organizationId, 'Northwind Supply'),
  Campaign: named(ids.campaignId, 'Winter Warmers'),
  CampaignUpdate: { name: 'Winter Warmers' },
  Offer: { id: ids.offerId },
  Product: { ...named(ids.productId, 'Trail lamp'), createdAt: fields['createdAt'] },
  GatewayInstance: { id: ids.gatewayInstanceId, displayName: 'Card payments' },
  InstalledPluginInstance: named(ids.pluginInstanceId, 'Mail by Northwind'),
  AutoresponderPluginInstance: { name: 'Mail by Northwind' },
  Autoresponder: { id: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a09' },
  Customer: { id: ids.customerId, ...customer },
  CustomerCreate: customer,
  CustomerUpdate: customer,
  Call: { id: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a0a' },
  Order: { id: ids.orderId, status: 'open' },
  PayableOrder: { id: ids.orderId, status: 'open' },
  PayableOrderCustomer: customer,
  PayableOrderItemsItem: {
    ...named('01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a0b', 'Trail lamp, pack of two'),
    quantity: 2,
    total: 99.8,
  },
  PayableOrderSeller: { name: 'Northwind Supply' },
  Fulfilment: { id: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a0c', status: 'shipped' },
  Transaction: { id: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a0d', status: 'succeeded', type: 'charge' },
  SearchSearchAnswerMeta: { total: 1 },
}

/** Whole examples, where one made of its fields would not be a sensible one. */
const whole: Record<string, unknown> = {
  SignupCompletion: {
    name: fields['name'],
    password: fields['password'],
    organizationName: fields['organizationName'],
    token: fields['token'],
  },
  SearchRequest: {
    organizationId: fields['organizationId'],
    resource: 'offers',
    limit: 10,
    page: 1,
    sortBy: 'createdAt',
    sortOrder: 'desc',
    q: 'lamp',
    filters: fields['filters'],
  },
}

const refusals: Record<string, [code: string, message: string]> = {
  400: ['malformed_json', 'The body is not valid JSON'],
  401: ['unauthorized', 'Sign in to continue'],
  403: ['forbidden', 'You may not do this'],
  404: ['not_found', 'There is no such offer'],
  409: ['conflict', 'The offer has been changed meanwhile'],
  413: ['payload_too_large', 'The request body is too large'],
  415: ['unsupported_media_type', 'Send the body as application/json'],
  422: ['validation_failed', 'Base price is required and must be greater than zero'],
  429: ['too_many_requests', 'Too many tries. Wait a moment and try again.'],
  500: ['internal_error', 'Something went wrong'],
  503: ['unavailable', 'The server can not answer for now'],
}

/** The body of a refusal with this status. */
export function refusalExample(status: string): unknown {
  const [code = 'error', message = 'Something went wrong'] = refusals[status] ?? []
  const details = code === 'validation_failed' ? { details: [{ path: 'body.basePrice', message }] } : {}
  return { success: false, message, error: { code, message, ...details } }
}

/**
 * An example that satisfies the schema, the same at every export. Ids agree with one another: what a call names in its
 * path is what it answers, and a record is referred to by the id that it has.
 */
export function exampleOf(schema: JsonSchema, components: Record<string, JsonSchema>, field = '', owner = ''): unknown {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref)
    return whole[name] ?? exampleOf(components[name] ?? {}, components, field, name)
  }
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, value]) => [key, exampleOf(value, components, key, owner)]),
    )
  }
  if (schema.const !== undefined) return schema.const
  const known = within[owner]?.[field] ?? fields[field]
  if (schema.enum) return schema.enum.includes(known) ? known : (schema.default ?? schema.enum[0])
  if (schema.items) return [exampleOf(schema.items, components)]
  if (known !== undefined && isOf(schema, known)) return known
  const [choice] = schema.anyOf ?? []
  return choice ? exampleOf(choice, components, field, owner) : plain(schema)
}

const typesOf = ({ type = [], anyOf = [] }: JsonSchema): string[] => [type, anyOf.map(typesOf)].flat(3)

function isOf(schema: JsonSchema, value: unknown): boolean {
  const types = typesOf(schema)
  if (value === null) return types.includes('null')
  if (typeof value === 'number') return types.includes('number') || (types.includes('integer') && value % 1 === 0)
  return types.includes(typeof value)
}

function plain(schema: JsonSchema): unknown {
  const types = typesOf(schema)
  if (schema.format === 'date-time') return fields['createdAt']
  if (schema.format === 'date') return fields['startDate']
  if (schema.format === 'email') return fields['email']
  if (types.includes('string')) return 'text'
  if (types.includes('integer') || types.includes('number')) return 1
  if (types.includes('boolean')) return true
  return types.includes('array') ? [] : {}
}
