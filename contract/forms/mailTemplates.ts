import * as z from 'zod/mini'

/** What subject and body of an auto-responder may name, and what of the order it stands for (EM-05). */
export const placeholders = {
  customer_first_name: "The customer's first name",
  order_id: 'The number of the order',
  order_date: 'The day of the order',
  order_total: 'What the order costs',
  order_items: 'What was ordered',
  shipping_address1: 'The first line of the address',
  shipping_address2: 'The second line of the address',
  shipping_city: 'The city',
  shipping_state: 'The state',
  shipping_postal_code: 'The postal code',
  shipping_country: 'The country',
  live_url: 'The page of your organization',
  payment_link: 'The address under which the order is paid',
  tracking_number: "The parcel's number",
} as const
export type Placeholder = keyof typeof placeholders
export const placeholderNames = Object.keys(placeholders) as Placeholder[]

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholders, name)

const marks = /\{\{([^{}]*)\}\}/g

/** Fills every placeholder of a template; what nobody knows becomes nothing. */
export const withPlaceholders = (template: string, fill: (name: Placeholder) => string): string =>
  template.replaceAll(marks, (_, inside: string) => {
    const name = inside.trim()
    return isPlaceholder(name) ? fill(name) : ''
  })

/** What is wrong with a template, in one sentence; undefined when every placeholder is known (ML-02). */
export function whyNoTemplate(template: string): string | undefined {
  for (const [, inside = ''] of template.matchAll(marks)) {
    const name = inside.trim()
    if (!isPlaceholder(name)) return `There is no placeholder {{${name.slice(0, 60)}}}`
  }
  // What is opened and never closed was meant as one.
  return template.replaceAll(marks, '').includes('{{') ? 'A placeholder is opened by {{ and never closed' : undefined
}

/** Refuses a template that names what there is not, and says which (ML-02). */
export const knownPlaceholders = z.refine<string>((template) => whyNoTemplate(template) === undefined, {
  error: ({ input }) => whyNoTemplate(String(input)) ?? 'Unknown placeholder',
})
