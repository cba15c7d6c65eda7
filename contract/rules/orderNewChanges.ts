import type { Campaign } from '../campaigns'
import { countryCodes } from '../countries'
import type { Customer } from '../customers'
import type { DraftContent, DraftLine } from '../extensions/orderDrafts'
import { readNumber } from '../forms/fields'
import type { Offer } from '../offers'
import { amountOf } from './amounts'
import {
  isEmptyDraft,
  lineOf,
  type Messages,
  noFacts,
  type OrderFacts,
  straysOf,
  typedAddress,
  withCustomer,
  withTyped,
} from './orderNew'
import { offerForSale, priceRange } from './selling'
import { cutText } from './cutText'

/** A draft with what is known of what it names, and of what was said about it. */
export interface TypedDraft {
  content: DraftContent
  facts: OrderFacts
  /** The fields that the person has been to, or that an attempt to place has judged. */
  touched: Readonly<Record<string, true>>
  /** What the server said about fields as they are. */
  refused: Messages
  /** What the draft was before it came to another campaign, while that can be undone. */
  before: CampaignPart | undefined
}

/** What of a draft belongs to its campaign. */
type CampaignPart = Pick<DraftContent, 'campaignId' | 'lines' | 'agreedToTermsAt'>

/** What was said of a field says nothing of another value. */
const without = (refused: Messages, paths: readonly string[]): Messages =>
  Object.fromEntries(Object.entries(refused).filter(([path]) => !paths.includes(path)))

/** Of lines, where others have come to their places. */
const withoutLines = <Value>(of: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(of).filter(([path]) => !path.startsWith('lines.')))

/** What an order begins with: the campaign is the only one, or the last one; who is on the phone is its customer. */
export function begun(
  kept: DraftContent,
  campaigns: readonly Campaign[],
  lastCampaignId: string | undefined,
  customer: Customer | undefined,
): Pick<TypedDraft, 'content' | 'facts'> {
  const preset = campaigns.length === 1 ? campaigns[0] : campaigns.find(({ id }) => id === lastCampaignId)
  const campaignId = kept.campaignId ?? preset?.id
  const buyer = customer && isEmptyDraft(kept) ? customer : undefined
  const content = buyer ? withCustomer(kept, buyer, undefined) : kept
  return {
    content: campaignId === undefined ? content : { ...content, campaignId },
    facts: { ...noFacts, campaign: campaigns.find(({ id }) => id === campaignId), customer: buyer },
  }
}

export const withFields = ({ content, refused, before }: TypedDraft, fields: Readonly<Record<string, string>>) => ({
  content: withTyped(content, fields),
  refused: without(refused, Object.keys(fields)),
  before: Object.keys(fields).some((path) => path.startsWith('lines.')) ? undefined : before,
})

export const withTouched = ({ touched }: TypedDraft, paths: readonly string[]) => ({
  touched: { ...touched, ...Object.fromEntries(paths.map((path) => [path, true as const])) },
})

/** Another campaign has other terms. Its offers are looked for: until then the lines are the ones of the campaign before. */
export function withCampaign({ content, facts, touched }: TypedDraft, campaign: Campaign): Partial<TypedDraft> {
  if (campaign.id === content.campaignId) return {}
  const { campaignId, lines, agreedToTermsAt, ...rest } = content
  return {
    content: { ...rest, ...(lines && { lines }), campaignId: campaign.id },
    facts: { ...facts, campaign, counterparts: undefined },
    touched: withoutLines(touched),
    refused: {},
    before: lines && lines.length > 0 ? { campaignId, lines, agreedToTermsAt } : undefined,
  }
}

/** As it was before it came to another campaign. */
export function withoutMove({ content, facts, before }: TypedDraft): Partial<TypedDraft> {
  const { campaignId: _, lines: __, agreedToTermsAt: ___, ...rest } = content
  const { campaignId, lines, agreedToTermsAt } = before ?? content
  return {
    content: {
      ...rest,
      ...(campaignId !== undefined && { campaignId }),
      ...(lines && { lines }),
      ...(agreedToTermsAt !== undefined && { agreedToTermsAt }),
    },
    facts: { ...facts, campaign: undefined, counterparts: undefined },
    refused: {},
    before: undefined,
  }
}

/** Without what the campaign does not sell. */
export function withoutStrays({ content, facts, touched, refused }: TypedDraft) {
  const strays = straysOf(content, facts)
  return {
    content: { ...content, lines: (content.lines ?? []).filter((line) => !strays.includes(line)) },
    touched: withoutLines(touched),
    refused: withoutLines(refused),
    before: undefined,
  }
}

/** The price that was typed, where it was not the offer's own and the other one can be sold for it. */
function priceAt({ unitPrice }: DraftLine, from: Offer, to: Offer): string {
  const typed = readNumber(unitPrice)
  const isOwn = typeof typed !== 'number' || Number.isNaN(typed) || amountOf(typed) === amountOf(from.basePrice ?? 0)
  const { min, max } = priceRange(offerForSale(to, undefined))
  const isPossible = !isOwn && amountOf(typed) >= min && amountOf(typed) <= max
  return isPossible ? unitPrice : lineOf(to).unitPrice
}

/** What was found out about a draft; each line of another campaign becomes what the campaign sells of the same product. */
export function withFacts({ content }: Pick<TypedDraft, 'content'>, facts: OrderFacts) {
  const taken = new Set(content.lines?.map(({ offerId }) => offerId))
  const strays = straysOf(content, facts)
  const moved = new Map<DraftLine, Offer>()
  for (const line of strays) {
    const from = facts.offers.find(({ id }) => id === line.offerId)
    const to = facts.counterparts?.find(({ id, productId }) => productId === from?.productId && !taken.has(id))
    if (!to) continue
    taken.add(to.id)
    moved.set(line, to)
  }
  if (moved.size === 0) return { content, facts }
  const moveLine = (line: DraftLine): DraftLine => {
    const to = moved.get(line)
    const from = facts.offers.find(({ id }) => id === line.offerId)
    return to && from ? { ...line, offerId: to.id, unitPrice: priceAt(line, from, to) } : line
  }
  return {
    content: { ...content, lines: content.lines?.map(moveLine) ?? [] },
    facts: { ...facts, offers: [...facts.offers, ...moved.values()] },
  }
}

export const withChosen = ({ content, facts, refused }: TypedDraft, customer: Customer) => ({
  content: withCustomer(content, customer, facts.customer),
  facts: { ...facts, customer },
  refused: without(refused, ['customerId']),
})

/** Where somebody new most likely is, by the number that they call with or else by the organization's currency. */
export interface NewCaller {
  phone?: string | undefined
  country?: string | undefined
}

/** The country of a currency: the first two letters of ISO 4217 are a country's, or nobody's as of the euro. */
export const countryOfCurrency = (currency: string): string | undefined =>
  countryCodes.find((code) => code === currency.slice(0, 2).toUpperCase())

/**
 * What was typed to find somebody is most of what is known of them, beside the number of who is on the phone; the one
 * before keeps their own address.
 */
export function withNewCustomer(
  { content, facts, refused }: TypedDraft,
  typed: string,
  { phone, country }: NewCaller = {},
) {
  const { customerId: _, address: __, ...rest } = content
  const address = typedAddress(content, facts.customer) ?? (country ? { country } : undefined)
  const text = cutText(typed.trim(), 100)
  const [firstName = '', ...others] = text.split(/\s+/)
  const isPhone = /^[\d\s()+.-]+$/.test(text)
  const named = isPhone ? { phone: text } : { firstName, lastName: others.join(' ') }
  const known = text.includes('@') ? { email: text } : named
  return {
    content: { ...rest, ...(address && { address }), newCustomer: { ...(phone && { phone }), ...known } },
    facts: { ...facts, customer: undefined },
    refused: without(refused, ['customerId']),
  }
}

export function withoutCustomer({ content, refused }: TypedDraft) {
  const { customerId: _, newCustomer: __, ...rest } = content
  return { content: rest, refused: without(refused, ['customerId']) }
}

/** One that is there already is sold more of, in its own line. */
export function withOffer({ content, facts, refused }: TypedDraft, offer: Offer): Partial<TypedDraft> {
  const { lines = [] } = content
  if (lines.some(({ offerId }) => offerId === offer.id)) return {}
  return {
    content: { ...content, lines: [...lines, lineOf(offer)] },
    facts: { ...facts, offers: [...facts.offers.filter(({ id }) => id !== offer.id), offer] },
    refused: without(refused, ['lines']),
    before: undefined,
  }
}

export const withoutLine = ({ content, touched, refused }: TypedDraft, index: number) => ({
  content: { ...content, lines: (content.lines ?? []).filter((_, at) => at !== index) },
  touched: withoutLines(touched),
  refused: withoutLines(refused),
  before: undefined,
})

export function withAgreement({ content, refused }: TypedDraft, at: string | null) {
  const { agreedToTermsAt: _, ...rest } = content
  return {
    content: at === null ? rest : { ...rest, agreedToTermsAt: at },
    refused: without(refused, ['agreedToTermsAt']),
  }
}

/** What was said of an order, at the fields that stand for both it and its new customer. */
export const orderRefusals = (refused: Messages): Messages =>
  Object.fromEntries(
    Object.entries(refused).map(([path, message]) => [
      path.replace(/^newCustomer\.shippingAddress\./, 'address.'),
      message,
    ]),
  )
