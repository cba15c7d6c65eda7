import { carrierName, carrierOf, trackingNumberOf, trackingShape } from '../carriers'
import type { ImportCells, ImportFields, ImportProblem } from '../extensions/sheetImports'
import { notATrackingNumber, numberTaken } from './fulfilments'
import { changesIn, type JudgedCells, typedIn } from './sheetImports'
import { cutText } from '../rules/cutText'

/** What a line of tracking numbers says: which order, and how its parcel is found. */
export interface ReadTracking {
  /** Undefined when it is no number of an order. */
  orderNumber: number | undefined
  carrier: string | null
  trackingNumber: string
}

/** What a line is about: an order, and the parcel of it that is meant. */
export interface KnownToTrack {
  /** Undefined when there is no such order. */
  order: { customerName: string } | undefined
  /** Why no parcel of the order takes a number. */
  whyNot: string | undefined
  fulfilment: { carrier: string | null; trackingNumber: string | null } | undefined
  /** The number of the order of another parcel with this number. */
  takenBy: number | undefined
  /** The line before this one with the same number. */
  takenAt: number | undefined
}

/** What the cells of a line say, as it is kept: without a carrier it is guessed from the number. */
export function readTracking(cells: ImportCells): ReadTracking {
  const { order, carrier, trackingNumber: typed } = typedIn('fulfilments', cells)
  const trackingNumber = trackingNumberOf(typed)
  return {
    orderNumber: /^#?\d{1,9}$/.test(order) ? Number(order.replace('#', '')) : undefined,
    carrier: (carrier === '' ? carrierOf(trackingNumber) : carrierName(cutText(carrier, 60))) ?? null,
    trackingNumber,
  }
}

/** What spreadsheet programs make of a long number that is no text to them. */
const shortened = /^\d(?:[.,]\d+)?E\+\d+$/

/** What a line of tracking numbers does, or what is wrong with it (FU-02). */
export function judgeTracking(cells: ImportCells, read: ReadTracking, known: KnownToTrack): JudgedCells {
  const { orderNumber, carrier, trackingNumber } = read
  const { order, fulfilment } = known
  const problems: ImportProblem[] = []
  const refuse = (field: ImportProblem['field'], message: string) => void problems.push({ field, message })
  if (orderNumber === undefined) {
    const typed = typedIn('fulfilments', cells).order
    refuse('order', typed === '' ? 'Order is required' : 'Must be the number of an order, such as 1042')
  } else if (!order) refuse('order', `There is no order #${orderNumber}`)
  else if (known.whyNot !== undefined) refuse('order', known.whyNot)
  if (trackingNumber === '') refuse('trackingNumber', 'Tracking number is required')
  else if (shortened.test(trackingNumber)) {
    refuse('trackingNumber', 'A spreadsheet program has shortened this number. Format its column as text.')
  } else if (!trackingShape.test(trackingNumber)) refuse('trackingNumber', notATrackingNumber)
  else if (known.takenBy !== undefined) refuse('trackingNumber', numberTaken(known.takenBy))
  else if (known.takenAt !== undefined) refuse('trackingNumber', `Line ${known.takenAt} has this number already`)
  const given = { trackingNumber, ...(carrier !== null && { carrier }) }
  const fields: ImportFields = { sku: `${orderNumber ?? ''}`, ...(order && { name: order.customerName }), ...given }
  return { fields, problems, changes: fulfilment ? changesIn('fulfilments', fulfilment, given) : [] }
}
