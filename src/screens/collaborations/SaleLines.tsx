import X from 'lucide-react/icons/x'
import type { SharedOffer } from '../../../contract/extensions/collaborations'
import { emptyLine, goodsAndShipping, lineMistakes, type TypedLine } from '../../../contract/forms/partnerSales'
import { offerForSale, priceRange } from '../../../contract/rules/selling'
import { formatCount, formatPrice } from '../../components/base/format'
import { Button } from '../../components/base/Button'
import { IconButton } from '../../components/base/IconButton'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { NumberField } from '../../components/form/NumberField'
import { SelectField } from '../../components/form/SelectField'
import { Grid } from '../../components/layout/Grid'

interface SaleLinesProps {
  /** Those of the campaign. */
  offers: readonly SharedOffer[]
  value: readonly TypedLine[]
  error: string | undefined
  /** What the server said about fields of the lines, by their paths, such as `lines.0.quantity`. */
  refused: Readonly<Record<string, string | undefined>>
  disabled: boolean
  onChange: (value: TypedLine[]) => void
  onBlur: () => void
}

/** In which prices it is sold, what its shipping is, and how much there is. */
function limitsOf(offer: SharedOffer): string {
  const { shipPrice, currency, quantity } = offer
  const { min, max } = priceRange(offerForSale({ ...offer, displayName: offer.displayName ?? '' }, undefined))
  const shown = (cents: number) => formatPrice(cents / 100, currency)
  const price = min === max ? shown(min) : `${shown(min)} to ${shown(max)}`
  return [
    price,
    ...(shipPrice ? [`shipping ${formatPrice(shipPrice, currency)}`] : []),
    `${formatCount(quantity)} left`,
  ].join(' · ')
}

const optionOf = ({ id, displayName, quantity }: SharedOffer) => {
  const isSoldOut = quantity === 0
  return { value: id, label: `${displayName || id}${isSoldOut ? ' (sold out)' : ''}`, disabled: isSoldOut }
}

/** What can be said on the phone before it is placed; the taxes of whoever shares are not told. */
function sumText({ goods, shipping }: { goods: number; shipping: number }, currency: string | null | undefined) {
  const shown = (cents: number) => formatPrice(cents / 100, currency)
  const parts = shipping > 0 ? ` (goods ${shown(goods)}, shipping ${shown(shipping)})` : ''
  return `Together ${shown(goods + shipping)}${parts}. Tax that is not in the prices is added when it is placed.`
}

const isMistaken = (line: TypedLine) => Object.keys(lineMistakes(line)).length > 0

/** What is sold, each offer with how many and for how much. */
export function SaleLines({ offers, value, error, refused, disabled, onChange, onBlur }: SaleLinesProps) {
  const sums = goodsAndShipping(value, offers)
  const set = (at: number, fields: Partial<TypedLine>) =>
    onChange(value.map((line, index) => (index === at ? { ...line, ...fields } : line)))
  return (
    <Stack gap="sm">
      {value.map((line, index) => {
        const offer = offers.find(({ id }) => id === line.offerId)
        const name = offer?.displayName ?? `Offer ${index + 1}`
        const at = `lines.${index}`
        const mistakes = error === undefined ? {} : lineMistakes(line)
        const field = (of: 'offerId' | 'quantity' | 'unitPrice') => ({
          name: `${at}.${of}`,
          value: line[of],
          error: mistakes[of] ?? refused[`${at}.${of}`],
          disabled,
          onBlur,
        })
        const choice = field('offerId')
        // What is said of the line, or of all lines and of none of their fields.
        const whole = refused[at] ?? (index === 0 && !value.some(isMistaken) ? error : undefined)
        return (
          <div key={line.key} role="group" aria-label={name}>
            <Stack gap="md">
              <SelectField
                {...choice}
                label="Offer"
                placeholder={offers.length === 0 ? 'Nothing is sold there now' : 'Choose an offer'}
                hint={offer && limitsOf(offer)}
                error={choice.error ?? whole}
                options={offers.map(optionOf)}
                onChange={(offerId) => {
                  const price = offers.find(({ id }) => id === offerId)?.basePrice
                  set(index, { offerId, unitPrice: typeof price === 'number' ? price.toFixed(2) : '' })
                }}
              />
              <Grid columns="two">
                <NumberField
                  {...field('quantity')}
                  label="Quantity"
                  kind="count"
                  onChange={(quantity) => set(index, { quantity })}
                />
                <NumberField
                  {...field('unitPrice')}
                  label="Unit price"
                  kind="amount"
                  unit={offer?.currency ?? undefined}
                  onChange={(unitPrice) => set(index, { unitPrice })}
                />
              </Grid>
              {value.length > 1 && (
                <IconButton
                  label={`Remove ${name}`}
                  disabled={disabled}
                  onClick={() => onChange(value.filter((_, at) => at !== index))}
                >
                  <X aria-hidden="true" />
                </IconButton>
              )}
            </Stack>
          </div>
        )
      })}
      {value.length === 0 && error && <Text tone="danger">{error}</Text>}
      {sums && <Text>{sumText(sums, offers[0]?.currency)}</Text>}
      <div>
        <Button size="sm" disabled={disabled} onClick={() => onChange([...value, emptyLine(value)])}>
          Add another offer
        </Button>
      </div>
    </Stack>
  )
}
