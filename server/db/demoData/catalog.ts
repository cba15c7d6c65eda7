import { lifetimeText } from '../../auth/lifetimes'

/** What the demo's organizations sell, by category: what a thing is, its makes, and its price in whole cents. */
export const goods = {
  Outdoor: [
    ['Trail Backpack', ['28 L', '40 L', '55 L'], 8900],
    ['Two-Person Tent', ['Ridge', 'Fjäll', 'Coast'], 24900],
    ['Down Sleeping Bag', ['0 °C', '-7 °C', '-15 °C'], 18900],
    ['Trekking Poles', ['Carbon', 'Aluminium'], 7900],
    ['Headlamp', ['350 lm', '600 lm', 'Rechargeable'], 4900],
    ['Insulated Bottle', ['500 ml', '750 ml', '1 L'], 3400],
    ['Rain Shell', ['S', 'M', 'L', 'XL'], 15900],
  ],
  Kitchen: [
    ['Cast-Iron Skillet', ['20 cm', '26 cm', '30 cm'], 5900],
    ['Chef’s Knife', ['16 cm', '20 cm', '24 cm'], 9900],
    ['Pour-Over Set', ['Glass', 'Ceramic'], 4200],
    ['Enamel Dutch Oven', ['3 L', '5 L', '7 L'], 13900],
    ['Burr Grinder', ['Manual', 'Electric'], 11900],
    ['Linen Apron', ['Natural', 'Indigo', 'Écru'], 4500],
  ],
  Wellness: [
    ['Magnesium Complex', ['60 capsules', '120 capsules'], 2490],
    ['Omega-3 Fish Oil', ['90 capsules', '180 capsules'], 2990],
    ['Collagen Peptides', ['Unflavoured', 'Vanilla', 'Açaí'], 3990],
    ['Vitamin D3 + K2', ['30 ml', '60 ml'], 1890],
    ['Sleep Tincture', ['Lavender', 'Unscented'], 2690],
    ['Yoga Mat', ['4 mm', '6 mm'], 6400],
  ],
  Home: [
    ['Wool Throw', ['Grey', 'Moss', 'Rust'], 8400],
    ['Beeswax Candle', ['Small', 'Large', 'Set of 3'], 2200],
    ['Percale Sheet Set', ['Twin', 'Queen', 'King'], 12900],
    ['Desk Lamp', ['Brass', 'Black', 'White'], 9400],
    ['Storage Basket', ['Small', 'Medium', 'Large'], 3800],
    ['Air Purifier', ['20 m²', '40 m²'], 19900],
  ],
  Pets: [
    ['Orthopaedic Dog Bed', ['M', 'L', 'XL'], 9900],
    ['Salmon Treats', ['200 g', '500 g'], 1490],
    ['Cat Fountain', ['2 L', '3 L'], 5400],
    ['Reflective Leash', ['1.2 m', '2 m'], 2600],
  ],
} as const satisfies Record<string, readonly (readonly [string, readonly string[], number])[]>

export const editions = ['', 'Classic', 'Pro', 'Lite', 'Refurbished', 'Studio Edition'] as const

/** Northwind Supply's campaigns: name, category, type, status, and how many offers. */
export const northwindCampaigns = [
  ['Autumn Trail Sale', 'Outdoor', 'Inbound', 'active', 250],
  ['Holiday Kitchen Preview', 'Kitchen', 'Outbound', 'active', 38],
  ['Better Sleep Subscription', 'Wellness', 'Subscription', 'active', 14],
  ['Welcome Back: Lapsed Customers', 'Wellness', 'Win-back', 'active', 9],
  ['Café & Köök Partner Bundle', 'Kitchen', 'Partner', 'active', 21],
  ['Winter Warmers', 'Home', 'Inbound', 'active', 32],
  ['Dog Days Clearance', 'Pets', 'Clearance', 'completed', 17],
  ['Spring Garden & Patio', null, 'Inbound', 'completed', 26],
  ['Corporate Gifting 2026 (not yet open)', 'Gifts', 'Outbound', 'active', 0],
  ['Summer Camp Essentials', 'Outdoor', 'Seasonal', 'completed', 45],
  ['Refurbished Espresso & Grinder Trade-in', 'Kitchen', null, 'completed', 6],
  [
    'Loyalty Members Only: Extended Thank-You Weekend with Free Standard Shipping on Every Order, Including Previously ' +
      'Discounted, Refurbished and Clearance Items (North America, Nordic Countries and Selected Islands)',
    'Loyalty and customer appreciation programmes',
    'Members',
    'active',
    11,
  ],
] as const

export const harborCampaigns = [
  ['Harbor Spring Launch', 'Home', 'Inbound', 'active', 18],
  ['Marina Weekend', 'Outdoor', 'Seasonal', 'active', 12],
  ['Old Stock Farewell', 'Kitchen', 'Clearance', 'completed', 9],
] as const

export const rivalCampaigns = [
  ['Rival Flash Week', 'Outdoor', 'Outbound', 'active', 15],
  ['Rival Renewal Drive', 'Wellness', 'Subscription', 'completed', 7],
] as const

export const terms = [
  'The customer agrees to be charged the total read out to them once. Goods may be returned unused within 30 days of ' +
    'delivery for a full refund of their price; shipping is not refunded.',
  'Orders are final when the payment link is used. A payment link expires ' +
    `${lifetimeText('paymentLink')} after it was sent; prices are not held beyond that.`,
  'Bundles are sold at a joint price and can only be returned together.',
].join('\n\n')

export const mailTexts = {
  'order.completed': [
    'Your order {{order_id}} is complete',
    '<p>Hello {{customer_first_name}},</p><p>Thank you for your order of {{order_date}}.</p>{{order_items}}' +
      '<p>Total: {{order_total}}</p>',
  ],
  'order.tracking_number.assigned': [
    'Your parcel is on its way',
    '<p>Hello {{customer_first_name}},</p><p>Your tracking number is {{tracking_number}}.</p>' +
      '<p>{{shipping_address1}}<br>{{shipping_postal_code}} {{shipping_city}}</p>',
  ],
  'order.payment_link.created': [
    'Complete your payment',
    '<p>Hello {{customer_first_name}},</p><p><a href="{{payment_link}}">Pay {{order_total}}</a></p>' +
      `<p>The link expires in ${lifetimeText('paymentLink')}.</p>`,
  ],
} as const
