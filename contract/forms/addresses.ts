import * as z from 'zod/mini'
import type { Address } from '../addresses'
import { addressLines, type SentAddress } from '../extensions/addresses'
import { countryCodes } from '../countries'

type Line = keyof Address

/** An address as it is typed, sent or kept. */
export type TypedAddress = { readonly [Name in Line]?: string | null | undefined }

const listed = (codes: string): ReadonlySet<string> => new Set(codes.split(' '))

// As the post of each country asks for it.
const withState = listed('AE AU BR CA CN CO CR ES FM HK IN IT JP KR KY MH MX NR PW RU TW UM US')
const withoutCity = listed('AE CO GI HK JP KY MO NR SG')
const withPostalCode = listed(
  'AT AU AX BE BG BL BR CA CH CN CZ DE DK EE ES FI FK FM FO FR GB GF GG GL GP GR GS GU HR HU IM IN IO IT JE JP KR LI LT ' +
    'LU LV MF MH MP MQ MX MY NC NL NO NZ PL PM PN PR PT PW RE RO RU SE SG SH SI SJ SK TC TR TW UA US VI WF YT ZA',
)
const known: ReadonlySet<string> = new Set(countryCodes)

/** The lines that an address in the country must have. */
export const neededLines = (country: string): readonly Line[] => [
  'country',
  'address1',
  ...(withoutCity.has(country) ? [] : (['city'] as const)),
  ...(withState.has(country) ? (['state'] as const) : []),
  ...(withPostalCode.has(country) ? (['postalCode'] as const) : []),
]

const missing: Readonly<Record<Line, string>> = {
  country: 'Choose a country.',
  address1: 'The address needs a street or a post box.',
  address2: 'The address needs a second line.',
  city: 'The address needs a city.',
  state: 'The address needs a state or province.',
  postalCode: 'The address needs a postal code.',
}

export interface AddressRefusal {
  line: Line
  message: string
}

/** What an address lacks that its country needs, in the order of its lines; nothing when mail would arrive. */
export function whyUndeliverable(address: TypedAddress): AddressRefusal[] {
  const country = address.country?.trim().toUpperCase() ?? ''
  if (country !== '' && !known.has(country)) return [{ line: 'country', message: 'There is no such country.' }]
  return neededLines(country)
    .filter((line) => (address[line]?.trim() ?? '') === '')
    .map((line) => ({ line, message: missing[line] }))
}

/** The fields of an address that something is sent to, each judged by what the country needs. */
export const addressForm = z.object({ ...addressLines, country: z.string() }).check(
  ...(['country', 'address1', 'city', 'state', 'postalCode'] as const).map((line) =>
    z.refine<SentAddress>((typed) => whyUndeliverable(typed).every((refusal) => refusal.line !== line), {
      error: missing[line],
      path: [line],
    }),
  ),
)
export type AddressValues = z.input<typeof addressForm>

/** What such a form begins with. */
export const addressValues = (known: TypedAddress | null | undefined): AddressValues => ({
  address1: known?.address1 ?? '',
  address2: known?.address2 ?? '',
  city: known?.city ?? '',
  state: known?.state ?? '',
  postalCode: known?.postalCode ?? '',
  country: known?.country ?? '',
})
