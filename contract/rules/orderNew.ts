import * as z from 'zod/mini'
import type { Campaign } from '../campaigns'
import { type Customer, customerName } from '../customers'
import type { DraftContent, DraftLine } from '../extensions/orderDrafts'
import { addressForm, addressValues } from '../forms/addresses'
import { customerForm, customerValues } from '../forms/customers'
import { fieldErrors, readNumber, shownNumber } from '../forms/fields'
import { orderLineForm } from '../forms/orders'
import type { KnownBuyer } from '../forms/partnerSales'
import type { Offer } from '../offers'
import type { Product } from '../products'
import type { OrderAmounts, TaxTerms } from './amounts'
import { amountsOf, offerForSale, type Placement, type SellingFacts, whyNotPlaced } from './selling'
import { cutText } from './cutText'

/** What is known of what a draft names. What is not known yet holds nothing up: the server looks again. */
export interface OrderFacts {
  /** The day in the organization's zone; empty until it is known. */
  today: string
  campaign: Campaign | undefined
  customer: Customer | undefined
  /** The customer with this id was merged, and who they are now; absent when that one is no more (CU-04). */
  merged: { id: string; into: Customer | undefined } | undefined
  offers: readonly Offer[]
  products: readonly Product[]
  /** What the campaign sells of the products of lines that are of another one; absent until it was looked for. */
  counterparts: readonly Offer[] | undefined
  /** Ids of what there is no more. */
  gone: readonly string[]
}

export const noFacts: OrderFacts = {
  today: '',
  campaign: undefined,
  customer: undefined,
  merged: undefined,
  offers: [],
  products: [],
  counterparts: undefined,
  gone: [],
}

/** Messages by field, such as `lines.0.unitPrice`. */
export type Messages = Readonly<Record<string, string>>

/** A number as far as it has been typed. */
const numberOf = (typed: string): number => {
  const value = readNumber(typed)
  return typeof value === 'number' && !Number.isNaN(value) ? value : 0
}

/** What would be placed if the draft were placed as it is. */
export const placementOf = ({
  campaignId = '',
  lines = [],
  address = {},
  agreedToTermsAt,
}: DraftContent): Placement => ({
  campaignId,
  lines: lines.map(({ offerId, quantity, unitPrice }) => ({
    offerId,
    quantity: numberOf(quantity),
    unitPrice: numberOf(unitPrice),
  })),
  address,
  agreedToTermsAt,
})

/** The same facts as the rules of selling ask for them. */
export function sellingFacts({ customerId }: DraftContent, facts: OrderFacts, terms: TaxTerms): SellingFacts {
  const { gone, merged } = facts
  const productOf = ({ productId }: Offer) => facts.products.find(({ id }) => id === productId)
  return {
    today: facts.today,
    terms,
    campaign: facts.campaign,
    ...(customerId !== undefined && customerId === merged?.id
      ? { customer: 'merged', mergedInto: merged.into && customerName(merged.into) }
      : { customer: customerId !== undefined && gone.includes(customerId) ? 'unknown' : 'known' }),
    offers: new Map(facts.offers.map((offer) => [offer.id, offerForSale(offer, productOf(offer))])),
  }
}

/** Whether a line is typed as one that can be sold, whatever its offer allows. */
export const isReadable = ({ quantity, unitPrice }: DraftLine) =>
  z.safeParse(orderLineForm, { quantity, unitPrice }).success

/**
 * What the draft comes to; nothing before its campaign is chosen, each offer is known, which may ship for more, and each line
 * is typed as one that can be (NO-01).
 */
export function draftAmounts(content: DraftContent, facts: OrderFacts, terms: TaxTerms): OrderAmounts | undefined {
  if (content.campaignId === undefined) return undefined
  const { lines } = placementOf(content)
  const known = sellingFacts(content, facts, terms)
  const isKnown = lines.every(({ offerId }) => known.offers.get(offerId)?.campaignId === content.campaignId)
  return isKnown && (content.lines ?? []).every(isReadable) ? amountsOf(lines, known) : undefined
}

/** The lines whose offers are known to be of another campaign than the draft's. */
export const straysOf = ({ campaignId, lines = [] }: DraftContent, { offers }: Pick<OrderFacts, 'offers'>) =>
  lines.filter(({ offerId }) => {
    const offer = offers.find(({ id }) => id === offerId)
    return offer !== undefined && offer.campaignId !== campaignId
  })

/** What is wrong with the fields of a new customer, by their names. */
export const newCustomerErrors = (typed: NonNullable<DraftContent['newCustomer']>) =>
  fieldErrors(customerForm, { ...customerValues(), ...typed })

function* typedMistakes({
  campaignId,
  customerId,
  newCustomer,
  lines = [],
  address,
}: DraftContent): Generator<[string, string]> {
  if (campaignId === undefined) yield ['campaignId', 'Choose a campaign.']
  if (newCustomer) {
    for (const [name, message] of Object.entries(newCustomerErrors(newCustomer))) yield [`newCustomer.${name}`, message]
  } else if (customerId === undefined) {
    yield ['customerId', 'Choose a customer, or add a new one.']
  }
  for (const [index, { quantity, unitPrice }] of lines.entries()) {
    const errors = fieldErrors(orderLineForm, { quantity, unitPrice })
    for (const [name, message] of Object.entries(errors)) yield [`lines.${index}.${name}`, message]
  }
  const errors = fieldErrors(addressForm, addressValues(address))
  for (const [name, message] of Object.entries(errors)) yield [`address.${name}`, message]
}

/** Why a draft can't be placed as it is: the first reason at each field, in the order of the form (NO-02). */
export function whyNotDraft(content: DraftContent, facts: OrderFacts, terms: TaxTerms): Messages {
  const messages: Record<string, string> = {}
  for (const [path, message] of typedMistakes(content)) messages[path] ??= message
  const { campaignId, lines = [] } = content
  const isKnown = (path: string) => {
    if (path === 'campaignId')
      return campaignId !== undefined && facts.today !== '' && (!!facts.campaign || facts.gone.includes(campaignId))
    const [, index] = /^lines\.(\d+)\.offerId$/.exec(path) ?? []
    const offerId = index === undefined ? undefined : lines[Number(index)]?.offerId
    if (offerId === undefined || facts.gone.includes(offerId)) return true
    const offer = facts.offers.find(({ id }) => id === offerId)
    // What the campaign sells instead may be known a moment later.
    return offer !== undefined && (offer.campaignId === campaignId || facts.counterparts !== undefined)
  }
  for (const { path, message } of whyNotPlaced(placementOf(content), sellingFacts(content, facts, terms))) {
    if (isKnown(path)) messages[path] ??= message
  }
  return messages
}

/** What a draft is called in the list of one's drafts. */
export function draftTitle({ newCustomer }: DraftContent, customer: Customer | undefined): string {
  if (newCustomer) return cutText([newCustomer.firstName, newCustomer.lastName].filter(Boolean).join(' ').trim(), 200)
  return customer ? cutText(customerName(customer), 200) : ''
}

const buyerNames = ['firstName', 'lastName', 'email', 'phone'] as const

/** Whom a draft is for, as far as that is known: who was chosen, or what was typed of somebody new, with the address as typed. */
export function buyerOf(
  { newCustomer, customerId, address }: DraftContent,
  customer: Customer | undefined,
): KnownBuyer {
  const who = newCustomer ?? (customer?.id === customerId ? customer : undefined)
  const named = Object.fromEntries(buyerNames.map((name) => [name, who?.[name] ?? '']))
  return { ...addressValues(address), ...named }
}

/** A line for an offer that has just been chosen. */
export const lineOf = ({ id, basePrice }: Offer): DraftLine => ({
  offerId: id,
  quantity: '1',
  unitPrice: shownNumber(basePrice, 'amount'),
})

/** Whether somebody has begun to type an address; its country may be there before. */
const hasAddress = ({ address: { country: _, ...lines } = {} }: DraftContent) =>
  Object.values(lines).some((line) => line !== '')

/** The address of a draft, unless there is none or it is the one of the customer before. */
export function typedAddress(content: DraftContent, before: Customer | undefined): DraftContent['address'] {
  const isOfBefore =
    before !== undefined &&
    JSON.stringify(addressValues(content.address)) === JSON.stringify(addressValues(before.shippingAddress))
  return hasAddress(content) && !isOfBefore ? content.address : undefined
}

/** The draft for a customer: of an address that was not the one of the customer before, nothing is lost. */
export function withCustomer(content: DraftContent, customer: Customer, before: Customer | undefined): DraftContent {
  const { newCustomer: _, ...rest } = content
  const address = typedAddress(content, before) ?? addressValues(customer.shippingAddress)
  return { ...rest, customerId: customer.id, address }
}

/** A draft with other texts in some of its fields, which are named by their paths. */
export const withTyped = (content: DraftContent, fields: Readonly<Record<string, string>>): DraftContent =>
  Object.entries(fields).reduce(withText, { ...content, address: content.address ?? {} })

function withText(content: DraftContent, [path, typed]: [path: string, typed: string]): DraftContent {
  const [part = '', at = '', name = ''] = path.split('.')
  const { lines, address, newCustomer } = content
  if (part === 'address') return { ...content, address: { ...address, [at]: typed } }
  if (part === 'newCustomer') return { ...content, newCustomer: { ...newCustomer, [at]: typed } }
  if (part !== 'lines' || !lines) return content
  return {
    ...content,
    lines: lines.map((line, index) => (index === Number(at) ? { ...line, [name]: typed } : line)),
  }
}

/** Whether two drafts hold the same, in whatever order their fields are. */
export const isSameContent = (one: DraftContent, other: DraftContent): boolean => sorted(one) === sorted(other)

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** Whether nothing has been typed or chosen that somebody would miss. */
export const isEmptyDraft = ({ customerId, newCustomer, lines = [], ...rest }: DraftContent): boolean =>
  customerId === undefined && !newCustomer && lines.length === 0 && !hasAddress(rest)
