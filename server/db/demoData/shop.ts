import type { emailAutoresponders } from '../schema/autoresponders'
import type { campaigns } from '../schema/campaigns'
import type { offers } from '../schema/offers'
import type { customers } from '../schema/customers'
import type { gatewayInstances } from '../schema/gateways'
import type { pluginInstances } from '../schema/plugins'
import type { products } from '../schema/products'
import { editions, goods, mailTexts, terms } from './catalog'
import { customerOf } from './people'
import type { Random } from './random'

type New<Table extends { $inferInsert: object }> = Table['$inferInsert'] & { id: string; createdAt: Date }

/** An organization's catalogue, and the people it sells to. */
export interface Shop {
  orgId: string
  gateways: New<typeof gatewayInstances>[]
  plugins: New<typeof pluginInstances>[]
  products: New<typeof products>[]
  campaigns: New<typeof campaigns>[]
  offers: New<typeof offers>[]
  autoresponders: New<typeof emailAutoresponders>[]
  customers: New<typeof customers>[]
}

export interface ShopPlan {
  orgId: string
  sender: string
  gateways: readonly (readonly [name: string, enabled: boolean])[]
  plugins: readonly string[]
  campaigns: readonly (readonly [string, string | null, string | null, 'active' | 'completed', number])[]
  products: number
  customers: number
}

const day = 86_400_000
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - Math.round(days * day))
const dateOf = (moment: Date) => moment.toISOString().slice(0, 10)

export function shopOf(plan: ShopPlan, random: Random, now: Date): Shop {
  const { orgId } = plan
  const record = (days: number) => {
    const createdAt = daysBefore(now, days)
    const updatedAt = daysBefore(now, days * random.next())
    return { orgId, id: random.uuid(createdAt), createdAt, updatedAt }
  }
  const gateways = plan.gateways.map(([displayName, enabled]) => ({ ...record(300), displayName, enabled }))
  const plugins = plan.plugins.map((name) => ({ ...record(290), name }))
  const shopProducts = Array.from({ length: plan.products }, (_, index) => ({
    ...record(280 - index),
    ...productOf(random, index),
  }))
  const sold = plan.campaigns.map((described, index) => ({
    count: described[4],
    campaign: { ...record(200 - 12 * index + random.next()), ...campaignOf(random, described, index, now) },
  }))
  const productsFor = (category: string | null) => {
    const fitting = shopProducts.filter((product) => product.category === category)
    return fitting.length === 0 ? shopProducts : fitting
  }
  const shopOffers = sold.flatMap(({ campaign, count }) =>
    Array.from({ length: count }, () => ({
      ...record((random.next() * (now.getTime() - campaign.createdAt.getTime())) / day),
      campaignId: campaign.id,
      gatewayInstanceId: random.pick(gateways.filter(({ enabled }) => enabled)).id,
      ...offerOf(random, random.pick(productsFor(campaign.category))),
    })),
  )
  const autoresponders = sold
    .filter((_, index) => index % 3 !== 2)
    .flatMap(({ campaign }) =>
      Object.entries(mailTexts)
        .filter(() => random.chance(0.75))
        .map(([event, [subject, body]]) => ({
          ...record(150 * random.next()),
          campaignId: campaign.id,
          pluginInstanceId: random.pick(plugins).id,
          // The keys of the texts are the events.
          event: event as keyof typeof mailTexts,
          from: plan.sender,
          subject,
          body,
        })),
    )
  return {
    orgId,
    gateways,
    plugins,
    products: shopProducts,
    campaigns: sold.map(({ campaign }) => campaign),
    offers: shopOffers,
    autoresponders,
    customers: Array.from({ length: plan.customers }, () => ({
      ...record(240 * random.next()),
      ...customerOf(random),
    })),
  }
}

function productOf(random: Random, index: number) {
  // Typed as a list: the categories differ in their goods.
  const kinds: (readonly [string, string, readonly string[], number])[] = Object.entries(goods).flatMap(
    ([category, things]) => things.map(([name, makes, price]) => [category, name, makes, price] as const),
  )
  const kind = kinds[index % kinds.length] ?? random.pick(kinds)
  const [category, thing, makes, price] = kind
  const round = Math.floor(index / kinds.length)
  const edition = editions[Math.floor(round / makes.length) % editions.length] ?? ''
  const name = [thing, edition, makes[round % makes.length]].filter((part) => part !== '').join(' ')
  const sku = `${category.slice(0, 2).toUpperCase()}-${String(1000 + index)}`
  return {
    name,
    sku,
    category: index % 23 === 7 ? null : category,
    description: random.maybe(0.7, () => `${name}. Ships from our own warehouse within two working days.`),
    priceCents: price + 500 * random.between(0, 6) + (round > 3 ? 1000 : 0),
    stock: random.chance(0.06) ? 0 : random.between(3, 900),
    status: random.chance(0.07) ? ('archived' as const) : ('active' as const),
  }
}

const script = [
  'Good day {customer.firstName}, this is {agent.name} from {organization.name}.',
  'You may have seen our offers of {campaign.name}. What can I send you today?',
  'May I read the address back to you before I place the order?',
].join('\n\n')

function campaignOf(
  random: Random,
  [name, category, type, status]: ShopPlan['campaigns'][number],
  index: number,
  now: Date,
) {
  const begun = daysBefore(now, 190 - 12 * index)
  const end = status === 'completed' ? daysBefore(now, 20 + index) : daysBefore(now, -30 - 5 * index)
  const hasTerms = index % 3 === 0 || index === 11
  return {
    name,
    category,
    type,
    status,
    startDate: index === 8 ? null : dateOf(begun),
    endDate: index % 5 === 4 ? null : dateOf(end),
    termsOfService: hasTerms ? terms.repeat(index === 11 ? 12 : 1) : null,
    mustAgreeToTerms: hasTerms,
    script,
    internalNote: random.maybe(0.6, () => 'Mention free returns early in the call. Escalate bulk orders to a lead.'),
  }
}

function offerOf(random: Random, product: { id: string; name: string; priceCents: number }) {
  const quantityPerOrder = random.pick([1, 1, 1, 2, 3])
  const discount = random.pick([0, 5, 10, 15, 20, 25])
  const basePriceCents = Math.round((product.priceCents * quantityPerOrder * (100 - discount)) / 100)
  const suffix = discount === 0 ? '' : ` – ${discount} % off`
  const prefix = quantityPerOrder === 1 ? '' : `${quantityPerOrder} × `
  return {
    productId: product.id,
    displayName: `${prefix}${product.name}${suffix}`,
    basePriceCents,
    shipPriceCents: random.maybe(0.8, () => random.pick([0, 495, 795, 1295])),
    minPriceCents: random.maybe(0.7, () => Math.round(basePriceCents * 0.85)),
    maxPriceCents: random.maybe(0.7, () => Math.round(basePriceCents * 1.2)),
    quantityPerOrder,
    maxQuantity: random.maybe(0.75, () => random.between(1, 12)),
    quantity: random.chance(0.05) ? 0 : random.between(1, 400),
  }
}
