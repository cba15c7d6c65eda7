import * as z from 'zod/mini'
import { trackingNumberOf, trackingShape } from '../carriers'
import type { Fulfilment } from '../fulfilments'
import { optionalLine } from '../schemas'
import { isCount, readNumber } from './fields'

/** What is said of a tracking number that nobody gives out. */
export const notATrackingNumber = 'A tracking number has 4 to 60 letters and digits'

/** What is said of a number that another parcel has; of which order, who may not see that is not told (ST-02). */
export const numberTaken = (orderNumber?: number) =>
  `This number is on a parcel of ${orderNumber === undefined ? 'another order' : `order #${orderNumber}`} already`

/** How a parcel is found on its way (FU-02). Without a carrier it is guessed from the number. */
export const trackingForm = z.object({
  trackingNumber: z.string().check(
    z.trim(),
    z.minLength(1, 'Tracking number is required'),
    z.refine((typed) => typed === '' || trackingShape.test(trackingNumberOf(typed)), notATrackingNumber),
  ),
  carrier: optionalLine(60),
})
export type TrackingValues = z.input<typeof trackingForm>

export const trackingValues = ({ trackingNumber, carrier }: Fulfilment): TrackingValues => ({
  trackingNumber: trackingNumber ?? '',
  carrier: trackingNumber ? (carrier ?? '') : '',
})

/** A line of an order as it is chosen for a parcel: at most so many units, and what was typed. */
const packLine = z.object({ orderItemId: z.string(), name: z.string(), most: z.number(), quantity: z.string() })

export interface PackLine {
  orderItemId: string
  name: string
  most: number
  quantity: string
}

/** NaN for what is no number. */
function chosenUnits(typed: string): number {
  const read = readNumber(typed)
  return read === 'ambiguous' ? Number.NaN : (read ?? 0)
}

/** What is wrong with what was typed at a line; undefined when nothing is. */
export function whyNotPacked({ quantity, most }: PackLine): string | undefined {
  const units = chosenUnits(quantity)
  if (!isCount(units)) return 'Must be a whole number'
  return units > most ? `At most ${most}` : undefined
}

/** What is typed into that form. */
export interface PackValues {
  lines: PackLine[]
  /** Whether a parcel is split, in which something stays. */
  staysIn: boolean
}

/** What goes into a parcel (FU-03). At least one unit does; something stays where a parcel is split. */
export const packForm = z.object({ lines: z.array(packLine), staysIn: z.boolean() }).check(
  z.check(({ value: { lines, staysIn }, issues }) => {
    const wrong = lines.map((line) => whyNotPacked(line)).find((message) => message !== undefined)
    const chosen = lines.reduce((sum, { quantity }) => sum + chosenUnits(quantity), 0)
    const held = lines.reduce((sum, { most }) => sum + most, 0)
    const message =
      wrong ??
      (chosen === 0
        ? 'Choose what goes into the parcel'
        : staysIn && chosen >= held
          ? 'Something has to stay in this parcel'
          : undefined)
    if (message !== undefined) issues.push({ code: 'custom', message, path: ['lines'], input: lines })
  }),
)

/** The request that such a form makes. */
export const packedItems = ({ lines }: PackValues) =>
  lines
    .map(({ orderItemId, quantity }) => ({ orderItemId, quantity: chosenUnits(quantity) }))
    .filter(({ quantity }) => quantity > 0)
