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
  archiveId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a17',
  importId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a16',
  customerId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a08',
  jobId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a16',
  recordId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a03',
  draftId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a16',
  agentId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a11',
  email: 'mira@northwind.example',
  from: 'orders@northwind.example',
  supportEmail: 'help@northwind.example',
  liveUrl: 'https://northwind.example/shop',
  password: 'a long enough password',
  oneTimeCode: '492039',
  appKey: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  recoveryCodes: 'H7QK2M-9TXC4V-B0NR6W-3PZD8F',
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
  minCalls: 5,
  total: 104.3,
  subtotal: 99.8,
  shippingTotal: 4.5,
  listPrice: 49.9,
  taxRate: 0,
  tax: 0,
  taxTotal: 0,
  paidTotal: 0,
  refundedTotal: 0,
  amount: 104.3,
  currency: 'USD',
  timeZone: 'America/Los_Angeles',
  pricesIncludeTax: false,
  agreedToTermsAt: '2026-03-01T09:28:00.000Z',
  reason: 'The customer changed their mind.',
  category: 'Outdoor',
  type: 'phone',
  status: 'active',
  startDate: '2026-03-01',
  endDate: '2026-05-31',
  createdAt: '2026-03-01T09:30:00.000Z',
  comparedAt: '2026-03-02T03:00:00.000Z',
  gatewayName: 'Sandbox',
  failure: null,
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
  'Last-Event-Id': '7301456-1772443538',
  extensions: ['customers.create', 'events.stream'],
  linkUrl: 'https://offerdesk.example/pay/c2Vzc2lvbi10b2tlbi1vZi1hbi1leGFtcGxl',
  payCode: 'KX7M-2QRA',
  phoneDigits: '0100',
  cardNumber: '4242 4242 4242 4242',
  expiry: '12/30',
  securityCode: '123',
  attemptId: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a18',
  mailedTo: 'ada.berg@customers.example',
  limit: 10,
  page: 1,
  after: '50',
  orderNumber: '1042',
  secretKey: 'sk_test_of_an_example',
  webhookSecret: 'whsec_of_an_example',
  monthlyCap: 50_000,
}

const ids = {
  user: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a11',
  item: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a09',
  autoresponder: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a10',
  call: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a13',
  fulfilment: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a14',
  movement: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a17',
  transaction: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a15',
  event: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a17',
  attempt: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a18',
  link: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a19',
  refund: '01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a20',
}

const customer = { name: 'Ada Berg', firstName: 'Ada', lastName: 'Berg', email: 'ada.berg@customers.example' }
const webhook = {
  address: 'https://erp.northwind.example/hooks/offerdesk',
  events: ['order.placed', 'order.paid'],
  state: 'enabled',
  switchedOffBy: null,
  failingSince: null,
  formerSecretUntil: null,
  waitingCount: 0,
}
const delivery = { event: 'order.placed', messageId: `msg_${ids.event}`, state: 'delivered', nextTryAt: null }
const address = {
  address1: '12 Harbor Street',
  address2: 'Floor 3',
  city: 'Portland',
  state: 'OR',
  postalCode: '97201',
  country: 'US',
}
const byFive = { kind: 'percent', value: 5 }
const bulkJob = {
  id: fields['jobId'],
  action: 'offers.price',
  state: 'done',
  price: byFive,
  limits: null,
  total: 1_204,
  checked: { done: 1_180, unchanged: 4, refused: 20, vanished: 0 },
  ran: { done: 1_180, unchanged: 4, refused: 20, vanished: 0 },
  undone: { done: 0, unchanged: 0, refused: 0, vanished: 0 },
  userName: fields['name'],
  undoUserName: null,
  undoneAt: null,
}
const narrowed = { campaignId: [fields['campaignId']] }
const sale = { number: '1042', orderNumber: '1042', customerName: customer.name, status: 'open' }

const fulfilment = {
  ...sale,
  id: ids.fulfilment,
  status: 'shipped',
  carrier: 'UPS',
  trackingNumber: '1Z999AA10123456784',
  items: '2 × Trail lamp',
  units: 2,
  orderStatus: 'open',
}

const order = {
  ...sale,
  id: fields['orderId'],
  campaignName: 'Spring camping',
  agentName: fields['name'],
  paymentStatus: 'unpaid',
  fulfillmentStatus: 'unfulfilled',
}
const item = { id: ids.item, name: fields['displayName'], quantity: 2, unitPrice: 49.9, total: 99.8 }

/** What a field holds within one component where it means something of its own; together they tell one story. */
const within: Record<string, Record<string, unknown>> = {
  User: { id: ids.user },
  Organization: { id: fields['organizationId'], name: fields['organizationName'] },
  SavedView: { list: 'orders', name: 'Unpaid', address: { filters: { paymentStatus: 'unpaid' } } },
  SavedViewCreate: { list: 'orders', name: 'Unpaid' },
  SavedViewUpdate: { name: 'Unpaid' },
  Campaign: { id: fields['campaignId'], name: 'Spring camping', status: 'active', type: 'phone' },
  CampaignUpdate: { name: 'Spring camping' },
  Member: { id: ids.user },
  Offer: { id: fields['offerId'] },
  Product: {
    id: fields['productId'],
    name: 'Trail lamp',
    displayName: 'Trail lamp',
    sku: 'LAMP-1',
    stock: 500,
    stockLevel: 'enough',
    imageUrl: 'https://pictures.northwind.example/lamp.png',
    price: 24.95,
  },
  ProductCreate: { name: 'Trail lamp', sku: 'LAMP-1', imageUrl: 'https://pictures.northwind.example/lamp.png' },
  ProductUpdate: { name: 'Trail lamp', sku: 'LAMP-1', imageUrl: 'https://pictures.northwind.example/lamp.png' },
  StockMovement: { id: ids.movement, kind: 'adjustment', quantity: 20, stock: 500, reason: 'Counted' },
  SheetImport: { id: fields['importId'], name: 'products.csv', state: 'committed' },
  BulkJob: bulkJob,
  BulkJobRecord: { ...bulkJob, reasons: [{ outcome: 'refused', reason: 'Must be at most 9999999.99', rows: 20 }] },
  BulkJobCreate: {
    action: 'offers.price',
    search: undefined,
    limits: undefined,
    price: byFive,
    ids: [fields['offerId']],
  },
  BulkRow: {
    id: fields['offerId'],
    name: fields['displayName'],
    outcome: 'done',
    reason: null,
    before: { basePrice: 49.9 },
    after: { basePrice: 52.4 },
  },
  ImportLine: { id: '2', line: 2, sku: 'LAMP-1', name: 'Trail lamp', verdict: 'create', problems: [], changes: [] },
  GatewayInstance: { id: fields['gatewayInstanceId'], displayName: 'Card payments' },
  InstalledPluginInstance: { id: fields['pluginInstanceId'], name: 'Northwind mail' },
  AutoresponderPluginInstance: { name: 'Northwind mail' },
  Autoresponder: { id: ids.autoresponder },
  Call: { id: ids.call },
  Webhook: webhook,
  WebhookCreate: { address: webhook.address, events: webhook.events },
  WebhookUpdate: { address: webhook.address, events: webhook.events },
  WebhookDelivery: delivery,
  WebhookDeliveryRecord: { ...delivery, address: webhook.address, payload: '{"type":"order.placed"}' },
  Address: address,
  SentAddress: address,
  Customer: {
    ...customer,
    id: fields['customerId'],
    note: 'Prefers to be called in the evening.',
    ordersCount: 1,
    totalSpent: 104.3,
  },
  CustomerCreate: { ...customer, note: 'Prefers to be called in the evening.', phone: '+15550100' },
  CustomerUpdate: { ...customer, note: 'Prefers to be called in the evening.', phone: '+15550100' },
  Order: order,
  OrderRecord: order,
  OrderRecordItemsItem: { ...item, sku: 'LAMP-1' },
  OrderRecordCustomer: { ...customer, id: fields['customerId'] },
  OrderLine: { quantity: 2 },
  OrderNote: { text: 'Ring twice.' },
  TimelineEvent: { id: ids.event, kind: 'place', from: 'draft', to: 'open', text: null, userName: fields['name'] },
  PayableOrder: { ...sale, id: fields['orderId'], paymentStatus: 'unpaid' },
  PayableOrderItemsItem: item,
  PayableOrderSeller: { name: fields['organizationName'] },
  PayableOrderCustomer: { firstName: customer.firstName, lastName: customer.lastName },
  Fulfilment: fulfilment,
  FulfilmentRecord: fulfilment,
  FulfilmentItem: { orderItemId: item.id, name: 'Trail lamp', sku: 'LAMP-1', quantity: 2 },
  Tracking: { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' },
  Attempt: {
    id: ids.attempt,
    state: 'succeeded',
    amount: 104.3,
    gatewayName: 'Card payments',
    reference: 'ch_1042',
    reasonCode: null,
    reason: null,
  },
  PaymentAttempt: {
    id: ids.attempt,
    state: 'action_required',
    amount: 104.3,
    gatewayName: 'Card payments',
    reference: 'ch_1042',
    reasonCode: null,
    reason: null,
    endedAt: null,
    action: { kind: 'bank' },
  },
  Payment: { due: 104.3, canPay: true, whyNot: null },
  PaymentOrder: {
    ...sale,
    id: fields['orderId'],
    paymentStatus: 'unpaid',
    taxTotal: 0,
    paidTotal: 0,
    refundedTotal: 0,
  },
  OrderPlace: { newCustomer: undefined },
  PaymentGateway: { kind: 'sandbox', displayName: 'Card payments' },
  PaymentLink: { id: ids.link, state: 'opened', reason: null },
  PaymentLinkMade: { id: ids.link, state: 'mailed', reason: null, openedAt: null },
  OrderPayments: { due: 0, refundable: 79.3 },
  Refund: {
    id: ids.refund,
    state: 'succeeded',
    amount: 25,
    reference: 're_1042',
    reason: 'Came broken.',
    failure: null,
  },
  Transaction: {
    ...sale,
    id: ids.transaction,
    type: 'charge',
    status: 'succeeded',
    gatewayName: 'Card payments',
    reference: 'ch_1042',
    failureCode: null,
    failureMessage: null,
  },
}

/** An example of each refusal, by its status. */
export const refused: Record<string, { code: string; message: string; details?: unknown }> = {
  400: { code: 'malformed_json', message: 'The request body is not valid JSON' },
  401: { code: 'unauthorized', message: 'Email or password is wrong' },
  403: { code: 'forbidden', message: 'You may not do this' },
  404: { code: 'not_found', message: 'Campaign not found' },
  409: { code: 'conflict', message: 'This was changed by somebody else meanwhile' },
  413: { code: 'payload_too_large', message: 'The request body is too large' },
  415: { code: 'unsupported_media_type', message: 'Send JSON as application/json' },
  422: {
    code: 'validation_failed',
    message: 'Base price is required and must be greater than zero',
    details: [{ path: 'body.basePrice', message: 'Base price is required and must be greater than zero' }],
  },
  429: { code: 'too_many_requests', message: 'Too many tries. Wait a moment and try again.' },
  500: { code: 'internal_error', message: 'Something went wrong on our side. Try again.' },
  503: { code: 'unavailable', message: 'The server can not answer for now' },
}

/** The one error body, as a refusal with the status has it. */
export function refusalExample(status: string): unknown {
  const error = refused[status]
  return error && { success: false, message: error.message, error }
}

/** A list of orders as it is kept. */
const unpaid = {
  filters: { paymentStatus: 'unpaid' },
  sort: { by: 'total', order: 'desc' },
  columns: ['number', 'customerName', 'total'],
}

/** Whole examples, where one made of its fields would not be a sensible one. */
const whole: Record<string, unknown> = {
  RefundRequest: { amount: 25, reason: 'Came broken.' },
  SignupCompletion: {
    name: fields['name'],
    password: fields['password'],
    organizationName: fields['organizationName'],
    token: fields['token'],
  },
  StockAdjustment: { to: 500, reason: 'Counted' },
  ErrorBody: {
    success: false,
    message: 'Base price is required and must be greater than zero',
    error: {
      code: 'validation_failed',
      message: 'Base price is required and must be greater than zero',
      details: [{ path: 'body.basePrice', message: 'Base price is required and must be greater than zero' }],
    },
  },
  ReportsReadAnswerData: {
    currency: fields['currency'],
    zone: fields['timeZone'],
    period: { from: '2026-03-01T08:00:00.000Z', to: '2026-04-01T07:00:00.000Z' },
    before: null,
    asOf: '2026-04-02T14:05:10.000Z',
    provenAt: '2026-04-02T10:00:00.000Z',
    narrowedTo: [],
    totals: { values: { sales: 104.3, orders: 1 }, before: null },
    lines: [
      {
        keys: [{ dimension: 'campaign', id: fields['campaignId'], name: 'Spring camping' }],
        values: { sales: 104.3, orders: 1 },
        before: null,
      },
    ],
  },
  ReportsReadBody: {
    organizationId: fields['organizationId'],
    measures: ['sales', 'orders'],
    dimensions: ['month', 'campaign'],
    from: '2026-03-01',
    to: '2026-05-31',
    compare: 'year',
    filters: narrowed,
  },
  SavedReportQuestionFilters: narrowed,
  SavedReportCreateQuestionFilters: narrowed,
  SavedReportUpdateQuestionFilters: narrowed,
  SavedViewCreateAddress: unpaid,
  SavedViewUpdateAddress: unpaid,
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

/** An example that satisfies the schema, the same at every export. `own` is what its fields hold in its component. */
export function exampleOf(
  schema: JsonSchema,
  components: Record<string, JsonSchema>,
  field = '',
  own: Record<string, unknown> = {},
): unknown {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref)
    return whole[name] ?? exampleOf(components[name] ?? {}, components, field, within[name])
  }
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties)
        // What is sent in place of another field is left out.
        .filter(([key]) => !(key in own) || own[key] !== undefined)
        .map(([key, value]) => [key, exampleOf(value, components, key, own)]),
    )
  }
  if (schema.const !== undefined) return schema.const
  const known = field in own ? own[field] : fields[field]
  if (schema.enum) return schema.enum.includes(known) ? known : (schema.default ?? schema.enum[0])
  if (schema.items) return [exampleOf(schema.items, components)]
  if (known !== undefined && isOf(schema, known)) return known
  const [choice] = schema.anyOf ?? []
  return choice ? exampleOf(choice, components, field, own) : plain(schema)
}

const typesOf = ({ type = [], anyOf = [] }: JsonSchema): string[] => [type, anyOf.map(typesOf)].flat(3)

function isOf(schema: JsonSchema, value: unknown): boolean {
  const types = typesOf(schema)
  if (schema.format === 'date') return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
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
