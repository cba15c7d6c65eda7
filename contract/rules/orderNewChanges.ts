import type { Campaign } from '../campaigns'
import type { Customer } from '../customers'
import type { DraftContent } from '../extensions/orderDrafts'
import type { Offer } from '../offers'
import {
  isEmptyDraft,
  lineOf,
  type Messages,
  noFacts,
  type OrderFacts,
  typedAddress,
  withCustomer,
  withTyped,
} from './orderNew'

/** A draft with what is known of what it names, and of what was said about it. */
export interface TypedDraft {
  content: DraftContent
  facts: OrderFacts
  /** The fields that the person has been to, or that an attempt to place has judged. */
  touched: Readonly<Record<string, true>>
  /** What the server said about fields as they are. */
  refused: Messages
}

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

export const withFields = ({ content, refused }: TypedDraft, fields: Readonly<Record<string, string>>) => ({
  content: withTyped(content, fields),
  refused: without(refused, Object.keys(fields)),
})

export const withTouched = ({ touched }: TypedDraft, paths: readonly string[]) => ({
  touched: { ...touched, ...Object.fromEntries(paths.map((path) => [path, true as const])) },
})

/** Another campaign has other offers and other terms. */
export function withCampaign({ content, facts, touched }: TypedDraft, campaign: Campaign): Partial<TypedDraft> {
  if (campaign.id === content.campaignId) return {}
  const { lines: _, agreedToTermsAt: __, ...rest } = content
  return {
    content: { ...rest, campaignId: campaign.id },
    facts: { ...facts, campaign, offers: [] },
    touched: withoutLines(touched),
    refused: {},
  }
}

export const withChosen = ({ content, facts, refused }: TypedDraft, customer: Customer) => ({
  content: withCustomer(content, customer, facts.customer),
  facts: { ...facts, customer },
  refused: without(refused, ['customerId']),
})

/** What was typed to find somebody is most of what is known of them; the one before keeps their own address. */
export function withNewCustomer({ content, facts, refused }: TypedDraft, typed: string) {
  const { customerId: _, address: __, ...rest } = content
  const address = typedAddress(content, facts.customer)
  const text = typed.trim().slice(0, 100)
  const [firstName = '', ...others] = text.split(/\s+/)
  const isPhone = /^[\d\s()+.-]+$/.test(text)
  const named = isPhone ? { phone: text } : { firstName, lastName: others.join(' ') }
  return {
    content: { ...rest, ...(address && { address }), newCustomer: text.includes('@') ? { email: text } : named },
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
  }
}

export const withoutLine = ({ content, touched, refused }: TypedDraft, index: number) => ({
  content: { ...content, lines: (content.lines ?? []).filter((_, at) => at !== index) },
  touched: withoutLines(touched),
  refused: withoutLines(refused),
})

export function withAgreement({ content, refused }: TypedDraft, at: string | null) {
  const { agreedToTermsAt: _, ...rest } = content
  return {
    content: at === null ? rest : { ...rest, agreedToTermsAt: at },
    refused: without(refused, ['agreedToTermsAt']),
  }
}

/** A new customer is one that is known once the server has them. */
export function withCreated({ content, facts }: TypedDraft, customer: Customer) {
  const { newCustomer: _, ...rest } = content
  return { content: { ...rest, customerId: customer.id }, facts: { ...facts, customer } }
}

/** What was said of a new customer, at the fields of the order. */
export const customerRefusals = (refused: Messages): Messages =>
  Object.fromEntries(
    Object.entries(refused).map(([path, message]) => [
      path.startsWith('shippingAddress.') ? path.replace('shippingAddress', 'address') : `newCustomer.${path}`,
      message,
    ]),
  )
