import type { Address } from '../../../contract/addresses'
import { countryName } from '../form/countries'

/** An address as it stands on an envelope, without what is not known of it (GE-14). */
export function addressLines(address: Partial<Address> | null | undefined): string[] {
  const { address1, address2, city, state, postalCode, country } = address ?? {}
  // Where a region is written, the postal code follows it; elsewhere it stands before the town.
  const town = state
    ? [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
    : (codeLast.has(country ?? '') ? [city, postalCode] : [postalCode, city]).filter(Boolean).join(' ')
  return [address1, address2, town, countryName(country)].filter((line): line is string => Boolean(line))
}

const codeLast: ReadonlySet<string> = new Set(['GB', 'IE', 'US', 'CA', 'AU', 'NZ'])
