import { type JsonSchema, nameOf } from './components'

/** What a field of this name holds in the examples. */
const fields: Record<string, unknown> = {
  id: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a11',
  organizationId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a01',
  campaignId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a02',
  offerId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a03',
  productId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a04',
  gatewayInstanceId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a05',
  pluginInstanceId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a06',
  orderId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a07',
  customerId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a08',
  email: 'mira@northwind.example',
  from: 'orders@northwind.example',
  supportEmail: 'help@northwind.example',
  password: 'a long enough password',
  token: 'c2Vzc2lvbi10b2tlbi1vZi1hbi1leGFtcGxl',
  name: 'Mira Lindqvist',
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
  firstName: 'Mira',
  lastName: 'Lindqvist',
  country: 'US',
  subject: 'Your order is complete',
  body: '<p>Dear {{customer_first_name}}, your order {{order_id}} is complete.</p>',
  event: 'order.completed',
  sortBy: 'createdAt',
  q: 'lamp',
  filters: { campaignId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a02' },
  success: true,
  message: 'Done',
  version: 3,
  'If-Match': '"3"',
  'Idempotency-Key': '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a12',
  limit: 10,
  page: 1,
}

/** Whole examples, where one made of its fields would not be a sensible one. */
const whole: Record<string, unknown> = {
  SignupCompletion: {
    name: fields['name'],
    password: fields['password'],
    organizationName: fields['organizationName'],
    token: fields['token'],
  },
  ErrorBody: {
    success: false,
    message: 'Base price is required and must be greater than zero',
    error: {
      code: 'validation_failed',
      message: 'Base price is required and must be greater than zero',
      details: [{ path: 'body.basePrice', message: 'Base price is required and must be greater than zero' }],
    },
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

/** An example that satisfies the schema, the same at every export. */
export function exampleOf(schema: JsonSchema, components: Record<string, JsonSchema>, field = ''): unknown {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref)
    return whole[name] ?? exampleOf(components[name] ?? {}, components, field)
  }
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, value]) => [key, exampleOf(value, components, key)]),
    )
  }
  if (schema.const !== undefined) return schema.const
  const known = fields[field]
  if (schema.enum) return schema.enum.includes(known) ? known : (schema.default ?? schema.enum[0])
  if (schema.items) return [exampleOf(schema.items, components)]
  if (known !== undefined && isOf(schema, known)) return known
  const [choice] = schema.anyOf ?? []
  return choice ? exampleOf(choice, components, field) : plain(schema)
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
