import { assign, setup } from 'xstate'
import type { GatewayInstance } from '../../contract/gateways'
import type { Offer, OfferCreate } from '../../contract/offers'
import { type Product, productName } from '../../contract/products'
import { shownNumber } from '../../contract/forms/fields'
import { offerCreateForm, type OfferCreateValues } from '../../contract/forms/offers'
import { type FieldEvent, type Form, formParts, type LeaveEvent, withFields, withTouched } from '../form'
import { changeParts } from '../pendingChanges'
import { promiseActor } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import type { OptionsEvent } from '../options'

export interface OfferCreateInput extends FlowSurroundings {
  campaignId: string
  /** The offer that the new one begins as a copy of (CP-03). */
  source: Offer | null
}
interface Context {
  campaignId: string
  source: Offer | null
  organizationId: string | undefined
  form: Form<OfferCreateValues>
  gateways: GatewayInstance[]
  productSearch: string
  products: Product[]
  /** The base price as the chosen product gave it. */
  suggestedPrice: string
}
export type OfferCreateEvent =
  | FieldEvent<OfferCreateValues>
  | { type: 'product.search'; text: string }
  | { type: 'product.choose'; productId: string }
  | OptionsEvent
  | LeaveEvent
  | { type: 'dialog.submit' }

export type NewOffer = Omit<OfferCreate, 'organizationId'>

/** What the flow knows, does and asks for; its states are in the machine. */
export const offerCreateSetup = setup({
  types: {
    input: {} as OfferCreateInput,
    context: {} as Context,
    events: {} as OfferCreateEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: {
    createOffer: promiseActor<void, { campaignId: string; organizationId: string | undefined; offer: NewOffer }>(
      'createOffer',
    ),
    fetchGateways: promiseActor<GatewayInstance[], { organizationId: string | undefined }>('fetchGateways'),
    searchProducts: promiseActor<Product[], { organizationId: string | undefined; q: string }>('searchProducts'),
  },
  actions: {
    setGateways: assign({ gateways: (_, { options }: { options: GatewayInstance[] }) => options }),
    // Another product is looked for, so none is chosen.
    setProductSearch: assign(({ context }, { text }: { text: string }) => ({
      productSearch: text,
      form: withFields(context.form, { product: undefined }),
    })),
    /** Its price is suggested as the base price, unless the person typed another one. */
    chooseProduct: assign(({ context: { form, products, suggestedPrice } }, { productId }: { productId: string }) => {
      const product = products.find(({ id }) => id === productId)
      if (!product) return {}
      const chosen = { product: { id: productId, name: productName(product) } }
      const price = product.price ? shownNumber(product.price, 'amount') : ''
      const isTyped = form.values.basePrice !== '' && form.values.basePrice !== suggestedPrice
      if (isTyped) return { form: withFields(form, chosen) }
      const filled = withFields(form, { ...chosen, basePrice: price })
      return { form: price ? withTouched(filled, ['basePrice']) : filled, suggestedPrice: price }
    }),
    showMessage: (_, _params: { message: string }) => {},
    setProducts: assign({ products: (_, params: { products: Product[] }) => params.products }),
    logError: (_, _params: { error: unknown }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
  delays: { searchDebounce: 250 },
})
  .extend(changeParts)
  .extend(formParts<OfferCreateValues>(offerCreateForm))
