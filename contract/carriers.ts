/** A carrier that we know: what its tracking numbers look like, and where its customers follow them. */
interface Carrier {
  name: string
  /** None for one whose numbers look like those of others. */
  shape?: RegExp
  page: (trackingNumber: string) => string
}

const universal = (country: string) => String.raw`[A-Z]{2}\d{9}${country}`
const shape = (...shapes: readonly string[]) => new RegExp(`^(?:${shapes.join('|')})$`)

/** The first whose shape fits is meant: those that can be told for sure come first. */
const carriers: readonly Carrier[] = [
  {
    name: 'UPS',
    shape: shape(String.raw`1Z[0-9A-Z]{16}`, String.raw`T\d{10}`),
    page: (number) => `https://www.ups.com/track?tracknum=${number}`,
  },
  {
    name: 'USPS',
    shape: shape(String.raw`(?:420\d{5}(?:\d{4})?)?9[1-5]\d{20}`, universal('US')),
    page: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  },
  {
    name: 'DHL',
    shape: shape(
      String.raw`J[JV][A-Z]{0,2}\d{14,20}`,
      String.raw`GM\d{16,20}`,
      String.raw`00340\d{15}`,
      String.raw`\d{10}`,
      universal('DE'),
    ),
    page: (number) => `https://www.dhl.com/global-en/home/tracking.html?tracking-id=${number}`,
  },
  {
    name: 'Royal Mail',
    shape: shape(universal('GB')),
    page: (number) => `https://www.royalmail.com/track-your-item#/tracking-results/${number}`,
  },
  {
    name: 'Canada Post',
    shape: shape(universal('CA'), String.raw`\d{16}`),
    page: (number) => `https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=${number}`,
  },
  {
    name: 'Australia Post',
    shape: shape(universal('AU')),
    page: (number) => `https://auspost.com.au/mypost/track/#/details/${number}`,
  },
  {
    name: 'PostNord',
    shape: shape(universal('(?:SE|DK)'), String.raw`00[37]\d{17}`),
    page: (number) => `https://tracking.postnord.com/en/tracking?id=${number}`,
  },
  {
    name: 'FedEx',
    shape: shape(String.raw`\d{12}`, String.raw`\d{15}`, String.raw`96\d{20}`),
    page: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  },
  {
    name: 'DPD',
    shape: shape(String.raw`\d{14}[0-9A-Z]?`),
    page: (number) => `https://tracking.dpd.de/status/en_US/parcel/${number}`,
  },
  { name: 'GLS', shape: shape(String.raw`\d{11}`), page: (number) => `https://gls-group.com/track/${number}` },
]

/** What can be chosen as a carrier, by name. */
export const carrierNames: readonly string[] = carriers.map(({ name }) => name)

/** A tracking number as it is kept: as people write it, without what they group it by. */
export const trackingNumberOf = (typed: string): string => typed.replaceAll(/[\s\u200b]/gu, '').toUpperCase()

/** What a tracking number is, once it is written as we keep it. */
export const trackingShape = /^[0-9A-Z][0-9A-Z./-]{3,59}$/

/** Whose the number is, by its shape; undefined when nobody's that we know (FU-01). */
export function carrierOf(trackingNumber: string): string | undefined {
  const number = trackingNumberOf(trackingNumber).replaceAll('-', '')
  return carriers.find((carrier) => carrier.shape?.test(number))?.name
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** A carrier by the name that it has here, however it was written; one that we don't know keeps the name it was given. */
export function carrierName(typed: string): string {
  const wanted = plain(typed)
  return carriers.find(({ name }) => plain(name) === wanted)?.name ?? typed.trim()
}

/** Where the carrier says how far the parcel is; undefined for one whose page we don't know. Always https, built here. */
export function trackingPage(
  carrier: string | null | undefined,
  trackingNumber: string | null | undefined,
): string | undefined {
  if (!carrier || !trackingNumber) return undefined
  const name = carrierName(carrier)
  return carriers.find((known) => known.name === name)?.page(encodeURIComponent(trackingNumber))
}
