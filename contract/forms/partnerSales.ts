import * as z from 'zod/mini'
import { profileLines } from '../extensions/customers'
import type { PartnerSale, SharedOffer } from '../extensions/collaborations'
import { type Amount, amountOf, orderAmounts, type PricedLine } from '../rules/amounts'
import { addressForm, type AddressValues, addressValues } from './addresses'
import { givenFields } from './changedFields'
import { type FieldErrors, fieldErrors, optionalEmailAddress, requiredLine } from './fields'
import { orderLineForm } from './orders'

/** A line of what a partner sells, as it is typed. */
export interface TypedLine {
  /** Which of the lines it is, as two may be alike. */
  key: number
  offerId: string
  quantity: string
  unitPrice: string
}

/** What is wrong with the fields of a line, by their names. */
export const lineMistakes = ({ offerId, quantity, unitPrice }: TypedLine): FieldErrors<Omit<TypedLine, 'key'>> =>
  offerId === '' ? { offerId: 'Choose an offer' } : fieldErrors(orderLineForm, { quantity, unitPrice })

const untaxed = { currency: '', taxRate: 0, pricesIncludeTax: false }

/** What goods and shipping come to before any tax; undefined while a line can't be sold as it is typed. */
export function goodsAndShipping(
  typed: readonly TypedLine[],
  offers: readonly SharedOffer[],
): { goods: Amount; shipping: Amount } | undefined {
  const lines = typed.flatMap((line): PricedLine[] => {
    const offer = offers.find(({ id }) => id === line.offerId)
    const { data } = z.safeParse(orderLineForm, line)
    if (!offer || !data) return []
    const { quantity, unitPrice } = data
    return [{ quantity, unitPrice: amountOf(unitPrice), shipPrice: amountOf(offer.shipPrice ?? 0) }]
  })
  if (lines.length === 0 || lines.length < typed.length) return undefined
  const { subtotal: goods, shippingTotal: shipping } = orderAmounts(lines, untaxed)
  return { goods, shipping }
}

const lineMistake = (line: TypedLine): string | undefined => Object.values(lineMistakes(line))[0]

const lines = z
  .array(z.object({ key: z.number(), offerId: z.string(), quantity: z.string(), unitPrice: z.string() }))
  .check(
    z.minLength(1, 'Add at least one offer'),
    z.maxLength(100, 'At most 100 lines'),
    z.superRefine<TypedLine[]>((typed, judged) => {
      const message = typed.map(lineMistake).find((mistake) => mistake !== undefined)
      if (message !== undefined) judged.addIssue({ code: 'custom', message })
    }),
  )

/** Selling in a campaign that another organization shares (CO-02). */
export const partnerSaleForm = z.extend(addressForm, {
  campaignId: z.string().check(z.minLength(1, 'Choose a campaign')),
  lines,
  firstName: requiredLine('First name is required', 100),
  ...profileLines,
  email: optionalEmailAddress,
  agreedToTermsAt: z.boolean(),
})
export type PartnerSaleValues = z.input<typeof partnerSaleForm>

/** One more line, behind the others. */
export const emptyLine = (others: readonly TypedLine[]): TypedLine => ({
  key: Math.max(0, ...others.map(({ key }) => key)) + 1,
  offerId: '',
  quantity: '1',
  unitPrice: '',
})

/** To whom it is sold, as far as that is known before. */
export const knownBuyer = z.partial(
  z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    address1: z.string(),
    address2: z.string(),
    city: z.string(),
    state: z.string(),
    postalCode: z.string(),
    country: z.string(),
  }),
)
export type KnownBuyer = z.infer<typeof knownBuyer>

/** What a sale may have begun as: a new order, whose draft ends when it is placed. */
export const begunOrder = z.partial(z.object({ draftId: z.string(), buyer: knownBuyer }))
export type BegunOrder = z.infer<typeof begunOrder>

/** A sale in a campaign that was chosen before. */
export type BegunSale = BegunOrder & { campaignId: string }

export const partnerSaleValues = (campaignId: string, buyer: KnownBuyer = {}): PartnerSaleValues => ({
  ...addressValues(buyer),
  firstName: buyer.firstName ?? '',
  lastName: buyer.lastName ?? '',
  email: buyer.email ?? '',
  phone: buyer.phone ?? '',
  campaignId,
  lines: [emptyLine([])],
  agreedToTermsAt: false,
})

/** The request that places it. Throws when the form does not allow it. */
export function partnerSaleRequest(values: PartnerSaleValues, now: Date): Omit<PartnerSale, 'organizationId'> {
  const {
    campaignId,
    lines: typed,
    firstName,
    lastName,
    email,
    phone,
    agreedToTermsAt,
    ...address
  } = z.parse(partnerSaleForm, values)
  return {
    campaignId,
    lines: typed.map(({ offerId, quantity, unitPrice }) => ({
      offerId,
      ...z.parse(orderLineForm, { quantity, unitPrice }),
    })),
    customer: { firstName, ...givenFields({ lastName, email, phone }) },
    address: givenFields<AddressValues>(address),
    ...(agreedToTermsAt && { agreedToTermsAt: now.toISOString() }),
  }
}
