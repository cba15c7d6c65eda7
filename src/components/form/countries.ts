import { countryCodes } from '../../../contract/countries'

const names = new Intl.DisplayNames('en', { type: 'region' })

/** The name of a country; a backend that keeps something else than a code keeps its own word. */
export const countryName = (code: string | null | undefined): string | undefined =>
  code && /^[A-Za-z]{2}$/.test(code) ? names.of(code.toUpperCase()) : (code ?? undefined)

/** Every country by its name, to choose from. */
export const countries = countryCodes
  .map((value) => ({ value, label: countryName(value) ?? value }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
