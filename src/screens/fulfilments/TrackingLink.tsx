import { trackingPage } from '../../../contract/carriers'
import type { Fulfilment } from '../../../contract/fulfilments'

type Tracked = Pick<Fulfilment, 'carrier' | 'trackingNumber'>

/** A tracking number, which leads to its carrier's page where we know it (FU-01). */
export function TrackingLink({ fulfilment: { carrier, trackingNumber } }: { fulfilment: Tracked }) {
  const page = trackingPage(carrier, trackingNumber)
  if (page === undefined) return trackingNumber || '-'
  return (
    <a href={page} target="_blank" rel="noreferrer">
      {trackingNumber}
    </a>
  )
}
