import * as z from 'zod/mini'
import { countryCodes } from '../countries'
import type { Customer } from '../customers'
import { importColumns, type ImportCells, type ImportProblem } from '../extensions/sheetImports'
import { customerForm, customerValues } from './customers'
import { fieldErrors } from './fields'
import { changesIn, type JudgedCells, problemsIn, typedIn } from './sheetImports'

type Values = Record<(typeof importColumns.customers)[number], string>

/** The codes of countries by their English names in capital letters; made when somebody imports. */
let codesByName: ReadonlyMap<string, string> | undefined
function codeOfName(name: string): string | undefined {
  if (!codesByName) {
    const names = new Intl.DisplayNames('en', { type: 'region' })
    codesByName = new Map(countryCodes.map((code) => [names.of(code)?.toUpperCase() ?? code, code]))
  }
  return codesByName.get(name)
}

/** The code of a country that a cell names by code or by its English name; what is neither is left as it is. */
function countryIn(text: string): string {
  const typed = text.toUpperCase()
  return countryCodes.includes(typed) ? typed : (codeOfName(typed) ?? text)
}

/** What a line of a spreadsheet of customers says. */
export function readCustomer(cells: ImportCells): Values {
  const typed = typedIn('customers', cells)
  return { ...typed, country: countryIn(typed.country) }
}

/**
 * What a line of customers does, or what is wrong with it: of one who is known by their email, or without one by their
 * phone, it changes what it says; otherwise it adds one. What is empty is left as it is.
 *
 * @param known Who the line may be about; of several it can not be told which one is meant.
 */
export function judgeCustomer(typed: Values, known: readonly Customer[]): JudgedCells {
  const [customer, another] = known
  const by = typed.email === '' ? 'phone' : 'email'
  // Whether a line must have a name depends on whether there is such a customer.
  const filled = { ...typed, firstName: typed.firstName || '-' }
  const problems = problemsIn('customers', typed, {
    ...(typed.country !== '' && !countryCodes.includes(typed.country) && { country: notACountry }),
    ...fieldErrors(customerForm, filled),
    ...(typed[by] === '' && { email: 'Email or phone is required' }),
    ...(another && { [by]: `${known.length} customers have this ${by}. Merge them first.` }),
  })
  const result = z.safeParse(customerForm, filled)
  const values: Partial<Values> = result.success ? result.data : {}
  const given = importColumns.customers.filter((column) => typed[column] !== '')
  const fields = {
    ...Object.fromEntries(given.map((column) => [column, values[column]])),
    sku: typed[by],
    name: [typed.firstName || customer?.firstName, typed.lastName || customer?.lastName].filter(Boolean).join(' '),
  }
  if (customer) return { fields, problems, changes: changesIn('customers', customerValues(customer), fields) }
  return { fields, problems: problems.length > 0 ? problems : missingIn(typed), changes: [] }
}

const notACountry = 'Must be a country, by its name or its two letters, such as US'

const missingIn = ({ firstName }: Values): ImportProblem[] =>
  firstName === '' ? [{ field: 'firstName', message: 'A new customer needs a first name' }] : []
